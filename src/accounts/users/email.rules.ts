// E-mail addresses: one plain address such as asha.rao+paper@example.org, in a canonical form, so that nobody gets a
// second account by writing the same address in another way.

/** Longest address that a mail server accepts (RFC 5321, 4.5.3.1.3, less its angle brackets). */
export const emailMaxLength = 254;

// "asha.rao+paper"; RFC 6532 allows every script. RFC 5321 (4.1.2) allows more, which no mailbox has: what a mail
// program takes as an option, a file, a program or a route through other servers ("-oX", "/tmp/x", "|sh", "a!b",
// "a%b"), what a header takes as an encoded word ("=?"), and what a shell expands.
const localPart = /^(?=.{1,64}$)[\p{L}\p{N}_][\p{L}\p{M}\p{N}_#&'+/=~-]*(?:\.[\p{L}\p{M}\p{N}_#&'+/=~-]+)*$/u;
const domainCharacters = /^[\p{L}\p{M}\p{N}.-]+$/u; // "example.org", "उदाहरण.भारत"
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i; // "example" (RFC 1035, 2.3.4)
const invisible = /\p{Default_Ignorable_Code_Point}/u; // such as the filler letters of Hangul

/**
 * Parses an address to its stored form: trimmed, with the domain in ASCII. Undefined for anything but one plain
 * address. Preserves upper and lower case, which comparisons ignore.
 */
export function parseEmail(text: string): string | undefined {
  const email = text.length > 2 * emailMaxLength ? '' : text.trim();
  if (email.length > emailMaxLength || invisible.test(email)) return undefined;
  const at = email.indexOf('@');
  const local = email.slice(0, at).normalize('NFC');
  const domain = at > 0 ? asciiDomain(email.slice(at + 1)) : undefined;
  if (!domain || !localPart.test(local) || local.length + 1 + domain.length > emailMaxLength) return undefined;
  return `${local}@${domain}`;
}

// "उदाहरण.भारत" is "xn--p1b6ci4b4b3a.xn--h2brj9c" (IDNA), converted by the URL parser, which browsers and Node share.
function asciiDomain(text: string): string | undefined {
  if (!domainCharacters.test(text)) return undefined;
  const isAscii = /^[a-z0-9.-]+$/i.test(text);
  const url = `http://${text}`;
  const domain = isAscii ? text : URL.canParse(url) ? new URL(url).hostname : '';
  const labels = domain.split('.');
  // The last label must contain a letter: 192.0.2.1 is a host, not a domain.
  const isDomain = labels.length > 1 && labels.every((one) => label.test(one)) && /[a-z]/i.test(labels.at(-1) ?? '');
  return isDomain ? domain : undefined;
}

export const isEmail = (text: string): boolean => parseEmail(text) !== undefined;

export const isSameEmail = (one: string, other: string): boolean =>
  (parseEmail(one) ?? one).toLowerCase() === (parseEmail(other) ?? other).toLowerCase();
