import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openQueue, type Priority, type Queue, type QueuedTask } from './queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minute = 60_000;

/** Named tasks that run until they are ended. */
function tasksOf(queue: Queue) {
  const running = new Map<string, () => void>();
  const failed = new Map<string, string>();
  return {
    add: (name: string, priority: Priority, share: QueuedTask['share'] = name) =>
      queue.enter({ priority, share }).then(
        (leave) => void running.set(name, leave),
        (error) => void failed.set(name, error.code ?? error.message),
      ),
    async end(name: string) {
      running.get(name)?.();
      running.delete(name);
      await vi.advanceTimersByTimeAsync(0);
    },
    async running() {
      await vi.advanceTimersByTimeAsync(0);
      return [...running.keys()];
    },
    failed,
  };
}

describe('the queue of the worker pool', () => {
  test('runs the highest priority first', async () => {
    const { add, end, running } = tasksOf(openQueue());
    for (const name of ['r1', 'r2']) add(name, 'reader');
    add('e1', 'editor');
    add('job', 'preparation');
    add('author', 'author');
    add('e2', 'editor');
    add('r3', 'reader');
    expect(await running()).toEqual(['r1', 'r2', 'e1']);
    await end('r1');
    expect(await running()).toEqual(['r2', 'e1', 'r3']);
    await end('r2');
    expect(await running()).toEqual(['e1', 'r3', 'e2']);
    await end('e1');
    expect(await running()).toEqual(['r3', 'e2', 'author']);
    await end('e2');
    expect(await running()).toEqual(['r3', 'author', 'job']);
  });

  test('reserves a slot for readers and one for uploads', async () => {
    const { add, running } = tasksOf(openQueue());
    for (const name of ['j1', 'j2', 'j3']) add(name, 'preparation');
    expect(await running()).toEqual(['j1']);
    for (const name of ['a1', 'a2', 'a3']) add(name, 'author');
    expect(await running()).toEqual(['j1', 'a1']);
    for (const name of ['e1', 'e2']) add(name, 'editor');
    expect(await running()).toEqual(['j1', 'a1']);
    add('reader', 'reader');
    expect(await running()).toEqual(['j1', 'a1', 'reader']);
  });

  test('runs one task of a share at once, and alternates between shares', async () => {
    const { add, end, running } = tasksOf(openQueue());
    add('a1', 'author', 'asha');
    add('a2', 'author', 'asha');
    add('b1', 'author', 'bina');
    add('a3', 'author', 'asha');
    expect(await running()).toEqual(['a1']);
    await end('a1');
    expect(await running()).toEqual(['b1']);
    await end('b1');
    expect(await running()).toEqual(['a2']);
  });

  test('limits the waiting tasks of a share', async () => {
    const { add, running, failed } = tasksOf(openQueue());
    for (let index = 1; index <= 14; index++) add(`a${index}`, 'author', 'asha');
    add('b1', 'author', 'bina');
    expect(await running()).toEqual(['a1']);
    expect([...failed]).toEqual([['a14', 'too_many_requests']]);
  });

  test('refuses every task of a priority whose queue is full', async () => {
    const { add, running, failed } = tasksOf(openQueue());
    for (let index = 1; index <= 42; index++) add(`a${index}`, 'author');
    add('reader', 'reader');
    expect(await running()).toEqual(['a1', 'reader']);
    expect([...failed]).toEqual([['a42', 'unavailable']]);
  });

  test('makes room for another share if a few have filled it', async () => {
    const { add, running, failed } = tasksOf(openQueue());
    for (let index = 1; index <= 13; index++)
      for (const share of ['asha', 'bina', 'chitra', 'divya']) add(`${share}${index}`, 'author', share);
    for (const name of ['other1', 'other2']) add(name, 'author', 'other');
    expect(await running()).toEqual(['asha1']);
    // 40 wait; each of the four shares has its 13th task, or earlier ones, refused as the queue fills up.
    expect(failed.get('other1')).toBeUndefined();
    expect(failed.get('other2')).toBeUndefined();
    expect([...failed.values()].every((code) => code === 'unavailable')).toBe(true);
    expect(failed.size).toBe(4 * 13 + 2 - 1 - 40);
  });

  test('fails a task that has waited too long, but not a running one', async () => {
    const { add, end, running, failed } = tasksOf(openQueue());
    for (const name of ['a1', 'a2', 'a3']) add(name, 'author');
    await vi.advanceTimersByTimeAsync(minute / 4);
    await end('a1');
    await vi.advanceTimersByTimeAsync(minute);
    expect(await running()).toEqual(['a2']);
    expect([...failed]).toEqual([['a3', 'unavailable']]);
  });

  test('fails waiting and later tasks when it closes', async () => {
    const queue = openQueue();
    const { add, end, running, failed } = tasksOf(queue);
    for (const name of ['a1', 'a2']) add(name, 'author');
    expect(await running()).toEqual(['a1']);
    queue.close(new Error('closed'));
    add('a3', 'author');
    await end('a1');
    expect(await running()).toEqual([]);
    expect([...failed]).toEqual([
      ['a2', 'closed'],
      ['a3', 'closed'],
    ]);
  });
});
