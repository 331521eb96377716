import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('docs/specification.md refers to existing files only', async () => {
  const text = await readFile(join(root, 'docs/specification.md'), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| (?!Line |---)/.test(line));
  expect(rows.length).toBeGreaterThan(150);
  const pathOf = (name: string) => {
    if (name.startsWith('e2e/')) return `test/${name}.e2e.ts`;
    if (name.startsWith('components/')) return `test/${name}.test.ts`;
    return name.startsWith('../') ? name.slice(3) : `src/${name}`;
  };
  for (const row of rows) {
    const [, , , code = '', tests = ''] = row.split(' | ').length === 4 ? ['', ...row.split(' | ')] : [];
    const files = [code, tests].map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
    for (const [index, names] of files.entries()) {
      expect(names.length, `${row}: ${index === 0 ? 'code' : 'test'}`).toBeGreaterThan(0);
      for (const name of names) expect(existsSync(join(root, pathOf(name))), `${row}: ${name}`).toBe(true);
    }
  }
});
