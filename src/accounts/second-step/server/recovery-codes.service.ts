import { hash } from '@node-rs/argon2';
import { Secret } from 'otpauth';
import { argon2Cost } from '#src/accounts/users/server/password-hashing.service.ts';
import {
  consumeRecoveryCode,
  listRecoveryHashes,
  replaceRecoveryCodes,
} from '#src/accounts/users/server/two-step.queries.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';

const codeCount = 10;
const codeBytes = 16; // 26 letters and digits of base32

/** A normalised recovery code, which users see as "abcd-efgh-ijkl-mnop-qrst-uvwx-yz". Former ones have 16 characters. */
const pattern = /^(?:[a-z2-7]{16}|[a-z2-7]{26})$/;

const normalise = (code: string) => code.toLowerCase().replaceAll(/[\s-]/g, '');

/** Replaces all recovery codes. Only hashes are stored; the caller shows the codes to their owner once. */
export async function makeRecoveryCodes(tx: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () => new Secret({ size: codeBytes }).base32.toLowerCase());
  // One salt for the set, so that looking up a code takes one hash.
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await hash(code, { ...argon2Cost, salt }));
  await replaceRecoveryCodes(tx, userId, hashes);
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** Consumes a recovery code; false if it is not an unused code of this account. */
export async function redeemRecoveryCode({ db, now }: Pick<Context, 'db' | 'now'>, userId: number, typed: string) {
  const code = normalise(typed);
  if (!pattern.test(code)) return false;
  const [any] = await listRecoveryHashes(db, userId);
  if (!any) return false;
  return consumeRecoveryCode(db, userId, await hash(code, { ...argon2Cost, salt: saltOf(any) }), now());
}

/** The salt in a hash such as "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA". */
const saltOf = (hashed: string): Uint8Array => new Uint8Array(Buffer.from(hashed.split('$')[4] ?? '', 'base64'));
