import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('each table is in one box of the drawing in ARCHITECTURE.md', async () => {
  const [, drawing = ''] = /```mermaid\n([^`]+)```/.exec(await readFile(join(root, 'ARCHITECTURE.md'), 'utf8')) ?? [];
  // accounts["<b>accounts</b><br>users sessions<br>passkeys"]
  const drawn = [...drawing.matchAll(/<\/b><br>([^"]+)"/g)].flatMap(([, names = '']) => names.split(/<br>| /));
  const files = await Array.fromAsync(glob('src/**/*.tables.ts', { cwd: root }));
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  const tables = texts.flatMap((text) => [...text.matchAll(/\bpgTable\(\s*'(\w+)'/g)].map(([, name = '']) => name));
  expect(tables).not.toEqual([]);
  expect(drawn.sort()).toEqual(tables.sort());
});
