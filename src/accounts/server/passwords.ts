import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { Context } from '#src/platform/context.ts';
import { siteName } from '#src/platform/site-name.ts';
import { passwordMinLength } from '../accounts.settings.ts';
import { ownWordsFault, type PasswordPolicy, passwordFault } from '../passwords.rules.ts';
import type { Fault } from '../people.rules.ts';

// OWASP's first recommendation for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane.
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

// Compared against when there is no such account, so that the answer takes as long as for a wrong password.
let nobodysHash: Promise<string> | undefined;

/** Whether the password fits; without a hash (no such account, or none set) it takes as long and says no. */
export async function checkPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword('the password of nobody');
  const fits = await verify(passwordHash ?? (await nobodysHash), password);
  return fits && passwordHash != null;
}

// The ten thousand that are tried first, of those long enough to pass the rule for length. The list is by frequency.
const common = new Set(
  (dictionary['passwords-common'] as string[]).filter((word) => word.length >= 8).slice(0, 10_000),
); // a list of words in lower case

export const passwordPolicy = ({ settings }: Pick<Context, 'settings'>): PasswordPolicy => ({
  minLength: settings.get(passwordMinLength),
  siteName: settings.get(siteName),
});

/** What is wrong with a new password of this person, or nothing. */
export function newPasswordFault(
  ctx: Pick<Context, 'settings'>,
  password: string,
  owner: { name: string; email: string },
): Fault | undefined {
  const policy = passwordPolicy(ctx);
  const fault = passwordFault(password, policy.minLength);
  if (fault) return fault;
  return common.has(password.toLowerCase())
    ? { key: 'accounts.passwordCommon' }
    : ownWordsFault(password, owner, policy);
}
