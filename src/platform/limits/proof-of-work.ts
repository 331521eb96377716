// Challenges for a proof of work, and their check: decision 164.
import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { defineLimit } from '#src/calls/call.ts';
import type { Challenge, Proof } from '#src/calls/proof-of-work.ts';
import type { Context } from '../context.ts';

type Needed = Pick<Context, 'signedUrls' | 'now'>;

// A solver derives `keys` keys of `cost` iterations each: decision 164 has the measurements.
const cost = 5000;
const keys = { min: 20, max: 60 } as const;

const minutes = 10;
/** A proof is accepted once, on all nodes. It is stored for longer than its challenge is valid. */
const once = defineLimit({ name: 'proof-of-work', attempts: 1, perSeconds: 2 * minutes * 60, per: 'challenge' });

const secretsOf = ({ signedUrls }: Needed) => ({
  hmacSignatureSecret: signedUrls.hmac('proof of work: challenge', 32),
  hmacKeySignatureSecret: signedUrls.hmac('proof of work: solution', 32),
});

/** A challenge whose solution is valid for ten minutes. Nothing of it is stored. */
export async function makeChallenge(ctx: Needed): Promise<Challenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(keys.min, keys.max),
    deriveKey,
    expiresAt: new Date(ctx.now().getTime() + minutes * 60_000),
    ...secretsOf(ctx),
  });
  return challenge as Challenge; // all its members are set by these options
}

const hex = (length: number) => z.string().max(length);
const SentProof = z.object({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.string().max(20),
      cost: z.number().int(),
      expiresAt: z.number().int(),
      keyLength: z.number().int(),
      keyPrefix: hex(64),
      keySignature: hex(64),
      nonce: hex(32),
      salt: hex(32),
    }),
    signature: hex(64),
  }),
  solution: z.object({ counter: z.number().int().min(0).max(1_000_000), derivedKey: hex(64) }),
}) satisfies z.ZodType<Proof>;

const headerMaxLength = 2000; // ours have some 600 characters

function parseProof(header: string): Proof | undefined {
  if (header.length > headerMaxLength) return undefined;
  try {
    return SentProof.safeParse(JSON.parse(Buffer.from(header, 'base64url').toString())).data;
  } catch {
    return undefined; // no JSON
  }
}

/**
 * Whether the header has a proof of a challenge of ours that is still valid and was not used before; uses it up. Derives
 * no key: that is signed as well.
 */
export async function redeemProof(ctx: Needed & Pick<Context, 'limits' | 'db'>, header: string): Promise<boolean> {
  const proof = parseProof(header);
  if (!proof || proof.challenge.parameters.expiresAt * 1000 < ctx.now().getTime()) return false;
  const { verified } = await verifySolution({ ...proof, deriveKey, ...secretsOf(ctx) });
  return verified && ctx.limits.take(ctx.db, once, proof.challenge.parameters.nonce);
}
