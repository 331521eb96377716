import { hash } from '@node-rs/argon2';
import { Secret } from 'otpauth';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { cost } from './passwords.ts';
import { listRecoveryHashes, replaceRecoveryCodes, takeRecoveryCode } from './two-step.queries.ts';

const codeCount = 10;
const codeBytes = 10; // 80 bits: 16 letters and digits of base32

/** A recovery code, in groups or not: "abcd-efgh-ijkl-mnop". Older sets had shorter ones, which no longer serve. */
const pattern = /^[a-z2-7]{16}$/;

const bare = (code: string) => code.toLowerCase().replaceAll(/[\s-]/g, '');

/** Makes new recovery codes in place of all others. Only hashes are stored; the codes are for their owner's eyes, once. */
export async function makeRecoveryCodes(tx: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () => new Secret({ size: codeBytes }).base32.toLowerCase());
  // One salt for the set, so that a code is hashed once to be found among them.
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await hash(code, { ...cost, salt }));
  await replaceRecoveryCodes(tx, userId, hashes);
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** Uses a recovery code up; false when it is none of this account's. */
export async function spendRecoveryCode({ db, now }: Pick<Context, 'db' | 'now'>, userId: number, typed: string) {
  const code = bare(typed);
  if (!pattern.test(code)) return false;
  const [any] = await listRecoveryHashes(db, userId);
  if (!any) return false;
  return takeRecoveryCode(db, userId, await hash(code, { ...cost, salt: saltOf(any) }), now());
}

/** The salt in a hash such as "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA". */
const saltOf = (hashed: string): Uint8Array => new Uint8Array(Buffer.from(hashed.split('$')[4] ?? '', 'base64'));
