// Takes some seconds, because it loads the server: the table has every limit only if every module has defined its own.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rateLimits, withLimits } from './limits.ts';

const path = join(import.meta.dirname, '../docs/security.md');

test('docs/security.md has the limits of the code; `npm run limits` writes them', async () => {
  await expect(withLimits(await readFile(path, 'utf8'))).toMatchFileSnapshot(path);
});

test('no two limits share a name, which is the key of their counters', () => {
  const names = rateLimits().map(({ name }) => name);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});
