import { hash, randomBytes } from 'node:crypto';

// With 256 Ki cells in each of four rows, 1,000,000 other events raise a count by four at most, and usually by none.
const cells = 2 ** 18;
const rows = [0, 1, 2, 3];

/** An event, and how often it may happen within a period. */
export type Quota = readonly [what: string, most: number];

/**
 * Counts one event against each of its quotas and returns true, or returns false if one of them is used up. A count-min
 * sketch of 2 MB: a flood of different events takes no more memory, and may lower the quotas of others a little, but
 * raises none. It does not store which events it has counted. A new period, such as an hour, starts again from zero.
 */
export function openRepeats(): (period: number, quotas: readonly Quota[]) => boolean {
  const counts = new Uint16Array(rows.length * cells);
  let current: { period: number; key: string } | undefined;

  const cellsOf = (what: string) => {
    // The key first: no hash leaves the process, so it need not be an HMAC, which takes three times as long.
    const digest = hash('sha256', `${current?.key} ${what}`, 'buffer');
    return rows.map((row) => row * cells + (digest.readUInt32LE(row * 4) % cells));
  };
  const countOf = (places: number[]) => Math.min(...places.map((place) => counts[place] ?? 0));

  return (period, quotas) => {
    if (current?.period !== period) {
      current = { period, key: randomBytes(32).toString('base64') };
      counts.fill(0);
    }
    const found = quotas.map(([what, most]) => ({ places: cellsOf(what), most }));
    if (found.some(({ places, most }) => countOf(places) >= most)) return false;
    for (const { places } of found) {
      const count = countOf(places);
      for (const place of places) if (counts[place] === count) counts[place] = count + 1;
    }
    return true;
  };
}
