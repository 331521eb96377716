import { AppError } from '#src/platform/errors.ts';
import { networkKey } from '#src/platform/http/address.ts';

/** Connections of one address: many readers share that of a mobile network or an office; the others poll. */
export const connectionsPerAddress = 100;
const retrySeconds = 30;

export const tooManyReaders = (): AppError =>
  new AppError('unavailable', 'live.tooManyReaders', { headers: { 'retry-after': String(retrySeconds) } });

/**
 * Limits connections that stay open: `most()` in all, half of them of one network, and a hundred of one address. `take`
 * returns a function that releases the slot, also if it is called several times; it throws `unavailable` if there is none.
 */
export function openConnectionSlots(most: () => number): { take(address: string): () => void } {
  const taken = new Map<string, number>();
  const add = (key: string, by: number) => {
    const count = (taken.get(key) ?? 0) + by;
    if (count > 0) taken.set(key, count);
    else taken.delete(key);
  };
  return {
    take(address) {
      const limits = new Map([
        ['all', most()],
        [networkKey(address), Math.ceil(most() / 2)],
        [`address ${address}`, connectionsPerAddress],
      ]);
      for (const [key, limit] of limits) if ((taken.get(key) ?? 0) >= limit) throw tooManyReaders();
      for (const key of limits.keys()) add(key, 1);
      let isTaken = true;
      return () => {
        if (isTaken) for (const key of limits.keys()) add(key, -1);
        isTaken = false;
      };
    },
  };
}
