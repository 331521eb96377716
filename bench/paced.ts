import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromSomeReader } from './start.ts';

const readers = 16;

// Without decoding: fetch unpacks each answer, and the pauses of that were what the 99th percentile showed.
const agent = new Agent({ keepAlive: true, maxSockets: readers });
const statusOf = (url: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = { ...fromSomeReader(), 'accept-encoding': 'br' };
    get(url, { agent, headers }, (answer) => {
      answer
        .resume()
        .on('end', () => resolve(answer.statusCode))
        .on('error', reject);
    }).on('error', reject);
  });

/**
 * Sixteen readers read what `choose` returns until `over`: as fast as they are answered, or this number of pages a
 * second. Returns the milliseconds of each page, from when it was due, the shortest first. Throws if one is not 200.
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
      const status = await statusOf(site + path);
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
