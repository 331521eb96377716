import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openFairSemaphore } from './fair-semaphore.ts';

test('limits how many tasks run at once, runs the others in order, and an error frees its slot', async () => {
  const gate = openFairSemaphore({ concurrency: 2, maxQueued: 10, maxQueuedPerKey: 10, waitMs: 5000 });
  const seen: number[] = [];
  let inside = 0;
  let most = 0;
  const act = (n: number) => async () => {
    most = Math.max(most, ++inside);
    seen.push(n);
    await sleep(5);
    inside -= 1;
    if (n === 1) throw new Error('fell over');
    return n;
  };
  const results = await Promise.allSettled([0, 1, 2, 3, 4].map((n) => gate.run('a', act(n))));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  expect(seen).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(2);
});

test('a task is refused if too many are waiting or if it waits too long', async () => {
  const gate = openFairSemaphore({ concurrency: 1, maxQueued: 1, maxQueuedPerKey: 5, waitMs: 30 });
  const { promise: open, resolve } = Promise.withResolvers<void>();
  const first = gate.run('a', () => open);
  const second = gate.run('a', async () => 'in');
  await expect(gate.run('a', async () => 'in')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(second).rejects.toMatchObject({ code: 'unavailable' });
  resolve();
  await first;
  expect(await gate.run('a', async () => 'in')).toBe('in');
});

test('a key with many waiting tasks delays only itself, and has a limit of its own', async () => {
  const gate = openFairSemaphore({ concurrency: 1, maxQueued: 10, maxQueuedPerKey: 3, waitMs: 5000 });
  const seen: string[] = [];
  const { promise: open, resolve } = Promise.withResolvers<void>();
  const first = gate.run('a', () => open);
  const pass = (who: string, name: string) => gate.run(who, async () => void seen.push(name));
  const many = ['a1', 'a2', 'a3'].map((name) => pass('a', name));
  await expect(pass('a', 'a4')).rejects.toMatchObject({ code: 'too_many_requests' });
  const others = [pass('b', 'b1'), pass('c', 'c1'), pass('b', 'b2')];
  resolve();
  await Promise.all([first, ...many, ...others]);
  expect(seen).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('if the queue is full, the key with the most tasks yields to keys with fewer', async () => {
  const gate = openFairSemaphore({ concurrency: 1, maxQueued: 5, maxQueuedPerKey: 4, waitMs: 5000 });
  const { promise: open, resolve } = Promise.withResolvers<void>();
  const first = gate.run('a', () => open);
  const pass = (who: string, name: string) => gate.run(who, async () => name).catch(({ code }) => `${name} ${code}`);
  const waiting = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'c2', 'b3'].map((name) => pass(name.slice(0, 1), name));
  resolve();
  await first;
  expect(await Promise.all(waiting)).toEqual([
    'a1',
    'a2',
    'a3 unavailable',
    'b1',
    'b2',
    'c1',
    'c2 unavailable',
    'b3 unavailable',
  ]);
});
