import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cacheLoads } from './cache-loads.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a loaded value is not loaded again', async () => {
  let loads = 0;
  const { fetch } = cacheLoads(async (key: string) => `${key} ${++loads}`, 2000);
  expect(await fetch('shell')).toBe('shell 1');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await fetch('shell')).toBe('shell 1');
  expect(await fetch('news')).toBe('news 2');
});

test('a failure is cached briefly, then the load is retried', async () => {
  let loads = 0;
  const { fetch, read } = cacheLoads(async (key: string) => {
    loads += 1;
    if (loads === 1) throw new Error('no connection');
    return key;
  }, 2000);
  const failed = fetch('shell');
  await expect(failed).rejects.toThrow('no connection');
  expect(fetch('shell')).toBe(failed);
  expect(() => read('shell')).toThrow('no connection');
  await vi.advanceTimersByTimeAsync(2000);
  expect(await fetch('shell')).toBe('shell');
  expect(loads).toBe(2);
});

test('reading suspends until the value is here', async () => {
  const { fetch, read } = cacheLoads(async (key: string) => key, 2000);
  expect(thrownBy(() => read('shell'))).toBe(fetch('shell'));
  await fetch('shell');
  expect(read('shell')).toBe('shell');
});

function thrownBy(call: () => unknown): unknown {
  try {
    return call();
  } catch (thrown) {
    return thrown;
  }
}
