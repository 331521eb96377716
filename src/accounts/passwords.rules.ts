// A new password is long enough and not made of what others know of its owner. Whether it is one of the common ones only
// the server knows, which has their list.
import type { Fault } from './people.rules.ts';

/** Longer ones only cost the server time. */
export const passwordMaxLength = 200;

export interface PasswordPolicy {
  minLength: number;
  /** The paper's name, which everybody who guesses tries. */
  siteName: string;
}

/** What is wrong with a new password by its length. */
export function passwordFault(password: string, minLength: number): Fault | undefined {
  if (!password) return { key: 'errors.required' };
  if (password.length < minLength) return { key: 'accounts.passwordTooShort', params: { min: minLength } };
  if (password.length > passwordMaxLength)
    return { key: 'accounts.passwordTooLong', params: { max: passwordMaxLength } };
  return undefined;
}

/**
 * Rejects passwords made of the owner's own data: those words are removed, and the rest must still be long enough. "AshaRao1998" of Asha Rao is too little, "a quiet day with Asha" is not.
 */
export function ownWordsFault(
  password: string,
  owner: { name: string; email: string },
  { minLength, siteName }: PasswordPolicy,
): Fault | undefined {
  const before = folded(password);
  const local = owner.email.split('@')[0] ?? '';
  const after = [owner.name, local, siteName]
    .flatMap((text) => [text, ...text.split(notWord)])
    .map(folded)
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), before);
  return after.length < before.length && after.length < minLength ? { key: 'accounts.passwordOwnWords' } : undefined;
}

const notWord = /[^\p{L}\p{M}\p{N}]+/u;

// "News-Wing 24" is "newswing24".
const folded = (text: string) => text.normalize('NFKC').toLowerCase().split(notWord).join('');
