import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { Context } from '#src/platform/context.ts';
import { passwordMinLength } from '../accounts.settings.ts';
import { type Fault, passwordFault } from '../people.rules.ts';

// OWASP's first recommendation for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

// Compared against when there is no such account, so that the answer takes as long as for a wrong password.
let nobodysHash: Promise<string> | undefined;

/** Whether the password fits; without a hash (no such account) it takes as long and says no. */
export async function checkPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword('the password of nobody');
  const fits = await verify(passwordHash ?? (await nobodysHash), password);
  return fits && passwordHash !== undefined;
}

// The thousand that are tried first, of those long enough to pass the rule for length. The list is by frequency.
const common = new Set((dictionary['passwords-common'] as string[]).filter((word) => word.length >= 8).slice(0, 1000)); // a list of words in lower case

/** What is wrong with a new password, or nothing. */
export function newPasswordFault({ settings }: Pick<Context, 'settings'>, password: string): Fault | undefined {
  const fault = passwordFault(password, settings.get(passwordMinLength));
  return fault ?? (common.has(password.toLowerCase()) ? { key: 'accounts.passwordCommon' } : undefined);
}
