// Which addresses reach the same mailbox: providers deliver "a.sha+news@gmail.com" to asha@gmail.com. Only limits depend on
// it; accounts compare addresses.

interface Provider {
  domains: RegExp;
  /** Domain of the key, for providers that have several for one mailbox. */
  domain?: string;
  /** A tag that is not part of the mailbox, if it does not begin with "+". */
  tag?: RegExp;
  /** Changes the part before the "@" to that of the mailbox. */
  normalize?(local: string): string;
}

const providers: readonly Provider[] = [
  { domains: /^(gmail|googlemail)\.com$/, domain: 'gmail.com', normalize: (local) => local.replaceAll('.', '') },
  // Names of accounts have no "-"; those of Yahoo Japan, another company, may.
  { domains: /^((yahoo|myyahoo)\.(?!co\.jp$)[a-z.]+|(ymail|rocketmail)\.com)$/, tag: /(?<=.)[+-].*/ },
  { domains: /^(icloud|me|mac)\.com$/, domain: 'icloud.com' },
  {
    domains: /^(proton\.me|protonmail\.(com|ch)|pm\.me)$/,
    domain: 'proton.me',
    normalize: (local) => local.replaceAll(/[._-]/g, ''),
  },
  {
    domains: /^(yandex\.[a-z.]+|ya\.ru)$/,
    domain: 'yandex.ru',
    normalize: (local) => local.replaceAll('.', '-'),
  },
];

const plusTag = /(?<=.)\+.*/; // RFC 5233; the first character belongs to the name
/** anything@asha.fastmail.com is asha@fastmail.com. */
const fastmailSubdomain = /^([^.]+)\.(fastmail\.(?:com|fm))$/;

/**
 * Rate-limit key of a mailbox: the same for all addresses that its provider delivers to it. Where the provider is
 * unknown, asha+one@example.org and asha+two@example.org are the same (subaddressing, RFC 5233).
 */
export function mailboxKey(email: string): string {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at).toLowerCase(), email.slice(at + 1).toLowerCase()];
  const [, fastmailUser, fastmail] = fastmailSubdomain.exec(domain) ?? [];
  if (fastmailUser && fastmail) return `${fastmailUser}@${fastmail}`;
  const provider = providers.find(({ domains }) => domains.test(domain));
  const name = local.replace(provider?.tag ?? plusTag, '');
  return `${provider?.normalize?.(name) ?? name}@${provider?.domain ?? domain}`;
}
