import { setTimeout as sleep } from 'node:timers/promises';
import { read } from './readers.ts';

const readers = 16;

/**
 * Sixteen readers read what `choose` says until `over`: as fast as they are answered, or so many pages a second between
 * them. Returns the milliseconds of each page, from when it was due, the shortest first. Throws if an answer is not 200.
 */
export async function readUntil(
  site: string,
  choose: () => string,
  over: Promise<unknown>,
  perSecond = Number.POSITIVE_INFINITY,
): Promise<number[]> {
  const times: number[] = [];
  const everyMs = (readers * 1000) / perSecond;
  const begun = performance.now();
  let isOver = false;
  const one = async (_: unknown, number: number) => {
    for (let due = begun + (everyMs * number) / readers; !isOver; ) {
      if (due > performance.now()) await sleep(due - performance.now());
      const path = choose();
      const { status } = await read(site, path);
      if (status !== 200) throw new Error(`${path}: ${status}`);
      times.push(performance.now() - due);
      due = everyMs > 0 ? due + everyMs : performance.now();
    }
  };
  const all = Promise.all(Array.from({ length: readers }, one));
  await Promise.race([over, all]); // all of them end before only with an error
  isOver = true;
  await all;
  return times.sort((a, b) => a - b);
}
