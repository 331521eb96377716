import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { namesOfMissing } from './missing-files.ts';

const names = (count: number) => Array.from({ length: count }, (_, n) => `open/${n}`);

test('of very many missing files the first ones are named and all are counted, in batches', async () => {
  const all = names(12_345);
  const batches: number[] = [];
  const missing = await namesOfMissing(Readable.from(all), async (keys) => {
    batches.push(keys.length);
    return keys.filter((key) => !key.endsWith('7')); // the others have been removed meanwhile
  });
  const lost = all.filter((key) => !key.endsWith('7'));
  expect(missing).toEqual({ missingFiles: lost.slice(0, 1000), missingCount: lost.length });
  expect(Math.max(...batches)).toBe(1000);
  expect(await namesOfMissing(Readable.from(names(3)), async (keys) => keys)).toEqual({ missingFiles: names(3) });
  expect(await namesOfMissing(Readable.from([]), async (keys) => keys)).toEqual({ missingFiles: [] });
});
