import { type Challenge, type Proof, proofHeader } from '#src/calls/proof-of-work.ts';
import { ApiError } from './api-error.ts';

/**
 * Sends a request, and once more with a proof of work if the server asks for one: decision 164. `send` gets the headers
 * to add. A browser that cannot do the work, such as without TLS, fails with the server's message.
 */
export async function withProof<T>(
  send: (headers: Record<string, string>) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    if (!(error instanceof ApiError) || error.body.code !== 'proof_needed') throw error;
    const proof = await solve(error.body.challenge as Challenge, signal).catch(() => undefined); // see `Problem`
    if (!proof) throw error;
    return send({ [proofHeader]: encode(proof) });
  }
}

async function solve(challenge: Challenge, signal: AbortSignal | undefined): Promise<Proof | undefined> {
  const { solveChallenge } = await import('./solve-challenge.ts');
  const solution = await solveChallenge(challenge, signal);
  return solution && { challenge, solution };
}

/** Base64url, of ASCII only. */
const encode = (proof: Proof): string =>
  btoa(JSON.stringify(proof)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
