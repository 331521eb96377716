/** Runs a task for each value, `count` of them at a time. The results are in the order of the values. */
export async function* inParallel<T, R>(
  values: AsyncIterable<T>,
  count: number,
  task: (value: T) => Promise<R>,
): AsyncGenerator<R> {
  const pending: Promise<R>[] = [];
  try {
    for await (const value of values) {
      const running = task(value);
      running.catch(() => {}); // it is awaited later, and may fail before
      pending.push(running);
      if (pending.length === count) yield await (pending.shift() as Promise<R>); // there is at least one
    }
    for (let next = pending.shift(); next; next = pending.shift()) yield await next;
  } finally {
    await Promise.allSettled(pending); // after an error the others end, too; only the first counts
  }
}

/** The same without results. */
export async function eachInParallel<T>(
  values: AsyncIterable<T>,
  count: number,
  task: (value: T) => Promise<void>,
): Promise<void> {
  for await (const _ of inParallel(values, count, task));
}
