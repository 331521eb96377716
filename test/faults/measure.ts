import { expect } from 'vitest';
import { balance } from './ledger.ts';
import type { FaultySite } from './site.ts';

/** THOROUGH=1: as often and as long as docs/reliability.md says. */
export const more = (few: number, many: number) => (process.env.THOROUGH ? many : few);

/**
 * Puts a site under load until some time after the fault, and expects that nothing is lost, there twice or without a row,
 * and that no reader saw an error. Prints a row of the table in docs/reliability.md. `patience`: how long the proxy waits
 * for a node, in ms. Returns the writes without an answer, with reasons.
 */
export async function measure(
  site: FaultySite,
  name: string,
  fault: () => Promise<unknown>,
  patience?: number,
): Promise<string[]> {
  const tag = `Fault ${name}`;
  const result = await balance(site, await site.under(tag, fault, patience), tag);
  const { reads, failedReads, acknowledged, unanswered, lost, duplicated, orphaned } = result;
  const lists = [unanswered, lost, duplicated, orphaned].map((list) => list.length);
  const row = [name, reads, failedReads.length, acknowledged, ...lists];
  process.stdout.write(`| ${row.join(' | ')} |\n`);
  expect({ lost, duplicated, orphaned, failedReads }).toEqual({
    lost: [],
    duplicated: [],
    orphaned: [],
    failedReads: [],
  });
  return unanswered;
}
