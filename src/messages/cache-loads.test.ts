import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cacheLoads } from './cache-loads.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a loaded value is not loaded again', async () => {
  let loads = 0;
  const load = cacheLoads(async (key: string) => `${key} ${++loads}`, 2000);
  expect(await load('shell')).toBe('shell 1');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await load('shell')).toBe('shell 1');
  expect(await load('news')).toBe('news 2');
});

test('a failure is cached briefly, then the load is retried', async () => {
  let loads = 0;
  const load = cacheLoads(async (key: string) => {
    loads += 1;
    if (loads === 1) throw new Error('no connection');
    return key;
  }, 2000);
  const failed = load('shell');
  await expect(failed).rejects.toThrow('no connection');
  expect(load('shell')).toBe(failed);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await load('shell')).toBe('shell');
  expect(loads).toBe(2);
});
