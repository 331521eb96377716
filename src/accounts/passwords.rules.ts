// Rules for new passwords: long enough, and not made of what others know of the owner. Only the server checks the list
// of common passwords.
import type { ValidationError } from '#src/rules/validation.rules.ts';

/** Longer passwords are no safer and cost hashing time. */
export const passwordMaxLength = 200;

export interface PasswordPolicy {
  minLength: number;
  /** The site's name, which attackers try first. */
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

/**
 * Rejects passwords made of the owner's data: removes his name, e-mail and the site's name, and the rest must still be
 * long enough. For Asha Rao "AshaRao1998" is rejected, "a quiet day with Asha" is not.
 */
export function personalDataError(
  password: string,
  owner: { name: string; email: string },
  { minLength, siteName }: PasswordPolicy,
): ValidationError | undefined {
  const full = normalise(password);
  const local = owner.email.split('@')[0] ?? '';
  const remaining = [owner.name, local, siteName]
    .flatMap((text) => [text, ...text.split(notWord)])
    .map(normalise)
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), full);
  return remaining.length < full.length && remaining.length < minLength
    ? { key: 'accounts.passwordOwnWords' }
    : undefined;
}

const notWord = /[^\p{L}\p{M}\p{N}]+/u;

// "News-Wing 24" is "newswing24".
const normalise = (text: string) => text.normalize('NFKC').toLowerCase().split(notWord).join('');
