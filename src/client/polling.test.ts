import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPolling } from './polling.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('each run sets the delay before the next one', async () => {
  const pauses = [1000, 5000, undefined];
  let runs = 0;
  const polling = createPolling(async () => pauses[runs++]);
  await polling.runNow();
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(4999);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toBe(3);
});

test('a superseded run is not current and schedules no further run', async () => {
  const first = Promise.withResolvers<void>();
  const results: boolean[] = [];
  let runs = 0;
  const polling = createPolling(async (isCurrent) => {
    runs += 1;
    if (runs === 1) await first.promise;
    results.push(isCurrent());
    return 1000;
  });
  const slow = polling.runNow();
  await polling.runNow();
  first.resolve();
  await slow;
  expect(results).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toBe(3); // one timer, not two
});

test('after stop() no timer, late response or caller starts another run', async () => {
  const answer = Promise.withResolvers<void>();
  let runs = 0;
  const polling = createPolling(async () => {
    runs += 1;
    if (runs === 2) await answer.promise;
    return 1000;
  });
  await polling.runNow();
  await vi.advanceTimersByTimeAsync(1000);
  polling.stop();
  answer.resolve();
  await polling.runNow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toBe(2);
});
