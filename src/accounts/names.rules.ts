// Names of people and institutions: one line without URLs or e-mail addresses. They appear in mails and on pages that the
// paper sends, so a name must not carry a message or a link to somebody else.
import type { Fault } from './people.rules.ts';

export const nameMaxLength = 100;

// Line breaks of every kind, other control characters, and those that turn the direction of what follows.
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
// "http://x", "www.x", "asha@x", which mail programs make links of.
const explicitAddress = /:\/\/|\bwww\.|[^\s@]@[^\s@]/i;
// "evil.test", but not "S. K. Das", "S.K.Das" or "Dr. Rao". The part after the dot is in Latin letters, as in nearly
// every domain; "डॉ.राव" is a name.
const bareDomain = /[\p{L}\p{M}\p{N}-]{2}\.[a-z]{2}/iu;
const phoneNumber = /(\d[\s().-]?){7}/; // "98765 43210"

/** Whether mail programs would make a link of a part of it. For titles, which may hold "Booking.com". */
export const hasExplicitAddress = (text: string): boolean => explicitAddress.test(text);

/** What is wrong with a name, institution or keyword that may be empty; `undefined` if it is safe in a mail. */
export function lineFault(text: string): Fault | undefined {
  if (controls.test(text)) return { key: 'errors.oneLine' };
  const reaches = explicitAddress.test(text) || bareDomain.test(text) || phoneNumber.test(text);
  return reaches ? { key: 'errors.noAddresses' } : undefined;
}

/** What is wrong with the name of a person. */
export function nameFault(text: string): Fault | undefined {
  const name = text.trim();
  if (!name) return { key: 'errors.required' };
  if (name.length > nameMaxLength) return { key: 'accounts.nameTooLong', params: { max: nameMaxLength } };
  return lineFault(name);
}
