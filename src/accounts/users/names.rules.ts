// Names of people and institutions: one line without URLs or e-mail addresses. They appear in mails and on pages of the
// site, so a name must not contain a message or a link.
import type { ValidationError } from '#src/rules/validation.rules.ts';

export const nameMaxLength = 100;

// Line breaks, other control characters, and bidirectional formatting characters.
const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
// "http://x", "www.x", "asha@x", which mail clients turn into links.
const explicitAddress = /:\/\/|\bwww\.|[^\s@]@[^\s@]/i;
// "evil.test", but not "S. K. Das", "S.K.Das" or "Dr. Rao". The part after the dot is in Latin letters, as in nearly
// every domain; "डॉ.राव" is a name.
const bareDomain = /[\p{L}\p{M}\p{N}-]{2}\.[a-z]{2}/iu;
const phoneNumber = /(\d[\s().-]?){7}/; // "98765 43210"

/** Whether mail clients would turn a part of the text into a link. For titles, which may contain "Booking.com". */
export const hasExplicitAddress = (text: string): boolean => explicitAddress.test(text);

/** Validation error of an optional name, institution or keyword; `undefined` if it is safe in a mail. */
export function lineError(text: string): ValidationError | undefined {
  if (controlCharacters.test(text)) return { key: 'errors.oneLine' };
  const hasContact = explicitAddress.test(text) || bareDomain.test(text) || phoneNumber.test(text);
  return hasContact ? { key: 'errors.noAddresses' } : undefined;
}

/** Validation error of the name of a person. */
export function nameError(text: string): ValidationError | undefined {
  const name = text.trim();
  if (!name) return { key: 'errors.required' };
  if (name.length > nameMaxLength) return { key: 'accounts.nameTooLong', params: { max: nameMaxLength } };
  return lineError(name);
}
