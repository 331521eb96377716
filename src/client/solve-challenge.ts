import { solveChallenge as solve } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, Proof } from '#src/calls/proof-of-work.ts';

/** A phone that is slow and busy may take this long. */
const timeoutMs = 120_000;

/**
 * Solves a challenge; undefined if that is aborted or takes too long. The browser derives keys in threads of its own, so
 * the page stays responsive without a worker. Without TLS browsers derive none: it throws.
 */
export async function solveChallenge(
  challenge: Challenge,
  signal: AbortSignal | undefined,
): Promise<Proof['solution'] | undefined> {
  const controller = new AbortController();
  signal?.addEventListener('abort', () => controller.abort());
  const solution = await solve({ challenge, controller, deriveKey, timeout: timeoutMs });
  return solution ? { counter: solution.counter, derivedKey: solution.derivedKey } : undefined;
}
