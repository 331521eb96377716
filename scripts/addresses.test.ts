import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addressesDocument, documentPath } from './addresses.ts';

const text = await readFile(documentPath, 'utf8');

test('docs/addresses.md has the pages of src/routes.ts; `npm run addresses` writes it', () => {
  expect(text).toBe(addressesDocument());
});

test('docs/addresses.md links to existing files only', () => {
  const files = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, file = '']) => file);
  expect(files.filter((file) => !existsSync(join(documentPath, '..', file)))).toEqual([]);
});
