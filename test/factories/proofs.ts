import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { type Challenge, type Proof, proofHeader } from '#src/calls/proof-of-work.ts';
import type { Answer } from '../client.ts';

type Headers = Record<string, string>;

/** Solves a challenge, as a browser would. */
export async function solved(challenge: Challenge): Promise<Proof> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The challenge was not solved');
  return { challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } };
}

/** The header with a proof, or with something else in its place. */
export const proofHeaders = (proof: unknown): Headers => ({
  [proofHeader]: Buffer.from(JSON.stringify(proof)).toString('base64url'),
});

/** Sends a request, and once more with a proof of work if the site asks for one, as a browser does. */
export async function withProof(send: (headers: Headers) => Promise<Answer>): Promise<Answer> {
  const answer = await send({});
  return answer.body.code === 'proof_needed' ? send(proofHeaders(await solved(answer.body.challenge))) : answer;
}
