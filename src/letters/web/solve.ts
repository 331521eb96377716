import { solveChallenge as solve } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, Proof } from '../letters.contract.ts';

/**
 * Solves a challenge; undefined if that is aborted or takes too long. The browser derives keys in threads of its own, so
 * the page stays responsive without a worker. Without TLS browsers derive none: it throws.
 */
export async function solveChallenge(
  challenge: Challenge,
  controller: AbortController,
  timeout: number,
): Promise<Proof['solution'] | undefined> {
  const solution = await solve({ challenge, controller, deriveKey, timeout });
  return solution ? { counter: solution.counter, derivedKey: solution.derivedKey } : undefined;
}
