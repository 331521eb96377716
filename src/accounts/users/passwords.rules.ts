// The length of new passwords; password-strength.rules.ts decides how easily they are guessed.
import type { ValidationError } from '#src/rules/validation.rules.ts';

/** Longer passwords are no safer and cost hashing time. */
export const passwordMaxLength = 200;

export interface PasswordPolicy {
  minLength: number;
  /** The site's name, which makes a password easier to guess. */
  siteName: string;
}

/** Validation error of a new password's length. */
export function passwordError(password: string, minLength: number): ValidationError | undefined {
  if (!password) return { key: 'errors.required' };
  if (password.length < minLength) return { key: 'accounts.passwordTooShort', params: { min: minLength } };
  if (password.length > passwordMaxLength)
    return { key: 'accounts.passwordTooLong', params: { max: passwordMaxLength } };
  return undefined;
}
