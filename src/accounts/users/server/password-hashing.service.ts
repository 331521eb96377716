import { hash, verify } from '@node-rs/argon2';
import type { Context } from '#src/platform/context.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import type { ValidationError } from '#src/rules/validation.rules.ts';
import { passwordMinLength } from '../accounts.settings.ts';
import { guessableError, type PasswordOwner } from '../password-strength.rules.ts';
import { type PasswordPolicy, passwordError } from '../passwords.rules.ts';
import type { User } from './users.queries.ts';

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

/** Rules for new passwords, for the forms that ask for one. */
export const passwordPolicy = ({ settings }: Pick<Context, 'settings'>): PasswordPolicy => ({
  minLength: settings.get(passwordMinLength),
  siteName: settings.get(siteName),
});

/** Validation error of a new password of this user, if any. All code that sets a password calls it. */
export function newPasswordError(
  ctx: Pick<Context, 'settings'>,
  password: string,
  owner: PasswordOwner,
): ValidationError | undefined {
  const { minLength, siteName } = passwordPolicy(ctx);
  return passwordError(password, minLength) ?? guessableError(password, owner, siteName);
}

/** Whether a user's password was generated, and nobody has replaced it in time. */
export const hasExpired = (user: User | undefined, now: Date): boolean =>
  !!user?.passwordExpiresAt && user.passwordExpiresAt <= now;
