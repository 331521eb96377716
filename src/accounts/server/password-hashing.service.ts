import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { Context } from '#src/platform/context.ts';
import { siteName } from '#src/platform/site-name.ts';
import type { ValidationError } from '#src/rules/validation.rules.ts';
import { passwordMinLength } from '../accounts.settings.ts';
import { type PasswordPolicy, passwordError, personalDataError } from '../passwords.rules.ts';

// OWASP's first recommendation for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane.
export const argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, argon2Cost);

// Dummy hash, compared when there is no such account, so that the response takes as long as for a wrong password.
let dummyHash: Promise<string> | undefined;

/**
 * Whether the password matches. Without a hash (no such account, or no password set) takes as long and returns false.
 */
export async function checkPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('the password of nobody');
  const matches = await verify(passwordHash ?? (await dummyHash), password);
  return matches && passwordHash != null;
}

// The 10,000 most common passwords that are long enough for the length rule. The list is sorted by frequency.
const common = new Set(
  (dictionary['passwords-common'] as string[]).filter((word) => word.length >= 8).slice(0, 10_000),
); // a list of lower-case strings

export const passwordPolicy = ({ settings }: Pick<Context, 'settings'>): PasswordPolicy => ({
  minLength: settings.get(passwordMinLength),
  siteName: settings.get(siteName),
});

/** Validation error of a new password of this user, if any. */
export function newPasswordError(
  ctx: Pick<Context, 'settings'>,
  password: string,
  owner: { name: string; email: string },
): ValidationError | undefined {
  const policy = passwordPolicy(ctx);
  const error = passwordError(password, policy.minLength);
  if (error) return error;
  return common.has(password.toLowerCase())
    ? { key: 'accounts.passwordCommon' }
    : personalDataError(password, owner, policy);
}
