// Proof of work before a letter is sent: the site signs a challenge and stores nothing of it. Decision 164.
import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Context } from '#src/platform/context.ts';
import { hourMs } from '#src/rules/calendar.rules.ts';
import type { Challenge, Proof } from '../letters.contract.ts';

type Needed = Pick<Context, 'signedUrls' | 'now'>;

// A solver derives as many keys, each of so many iterations: decision 164 has the measurements.
const cost = 5000;
const keys = { min: 200, max: 400 } as const;

const secretsOf = ({ signedUrls }: Needed) => ({
  hmacSignatureSecret: signedUrls.hmac('proof of work: challenge', 32),
  hmacKeySignatureSecret: signedUrls.hmac('proof of work: solution', 32),
});

/** A challenge whose solution is valid for an hour, for letters about one story. */
export async function challengeFor(ctx: Needed, story: number): Promise<Challenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(keys.min, keys.max),
    data: { story },
    deriveKey,
    expiresAt: new Date(ctx.now().getTime() + hourMs),
    ...secretsOf(ctx),
  });
  return challenge as Challenge; // all its members are set by these options
}

/** Whether a challenge is ours, for this story, still valid, and solved. Derives no key: that is signed as well. */
export async function isSolved(ctx: Needed, { challenge, solution }: Proof, story: number): Promise<boolean> {
  const { data, expiresAt } = challenge.parameters;
  if (data.story !== story || expiresAt * 1000 < ctx.now().getTime()) return false;
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(ctx) });
  return verified;
}
