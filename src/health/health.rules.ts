// Health checks: when a finding is a warning, and when something fails. The command `npm run doctor` exits with 1 if a
// check fails, so only what keeps the site from working, or will do so within days, may fail.

/** In the order in which they are shown. */
export const checkNames = [
  'ports',
  'folders',
  'disk',
  'clock',
  'database',
  'files',
  'mail',
  'address',
  'tls',
  'proxies',
  'encryption',
  'scanner',
  'backups',
  'queue',
] as const;
export type CheckName = (typeof checkNames)[number];

export const states = ['ok', 'warning', 'failing'] as const;
export type State = (typeof states)[number];

/** `percent` is the part of the disk that is free for the site's user. */
export const diskState = (percent: number): State => (percent < 5 ? 'failing' : percent < 20 ? 'warning' : 'ok');

/**
 * A code of two-step login is accepted for 30 s more or less (RFC 6238, 5.2), so a larger difference fails. An HTTP
 * date has whole seconds, so a difference of two means nothing.
 */
export const clockState = (seconds: number): State => (seconds > 30 ? 'failing' : seconds > 5 ? 'warning' : 'ok');

/** Certificates of Let's Encrypt are renewed 30 days before they end. */
export const certificateState = (days: number): State => (days >= 14 ? 'ok' : days >= 0 ? 'warning' : 'failing');

/** README: PostgreSQL 16 or newer. `version` is PostgreSQL's `server_version_num`, such as 160004. */
export const databaseState = (version: number): State => (version < 160_000 ? 'failing' : 'ok');

/** A site may be backed up by other means, so that an old backup is never more than a warning. */
export const backupState = (days: number): State => (days >= 2 ? 'warning' : 'ok');

/** `minutes` is how long the oldest job has waited. Typesetting and large editions may hold others up for a while. */
export const queueState = (minutes: number): State => (minutes > 120 ? 'failing' : minutes > 15 ? 'warning' : 'ok');

/** How a request through the public address arrived at the site. */
export interface Forwarded {
  /** The entries of X-Forwarded-For. */
  forwarded: string[];
  /** The address that the site takes for the client's. */
  address: string;
}

export type Forwarding =
  | { kind: 'none' | 'unseen' | 'unclear' }
  | { kind: 'fine' | 'tooFew' | 'tooMany'; proxies: number; address: string };

/**
 * Compares TRUST_PROXY with the proxies that there are. `sent` is the address that the check itself wrote into
 * X-Forwarded-For: each proxy adds an entry after it or replaces it, and the site must never trust it.
 */
export function checkForwarding(
  { forwarded, address }: Forwarded,
  sent: string,
  trust: number | string[] | false,
): Forwarding {
  const added = forwarded.filter((entry) => entry !== sent);
  const proxies = added.length;
  // With trusted networks, this check may itself run in one of them: then its entry is rightly trusted.
  if (address === sent) return typeof trust === 'number' ? { kind: 'tooMany', proxies, address } : { kind: 'unclear' };
  if (proxies === 0) return { kind: trust === false ? 'none' : 'unseen' };
  return { kind: address === added[0] ? 'fine' : 'tooFew', proxies, address };
}

// A terminal would execute them.
const controlCharacters = /[^\P{Cc}\s]|\p{Bidi_Control}/gu;

/**
 * Hides secrets in a sentence of another program: those that are listed, and the user and password of any URL. One line, not
 * too long, without control characters.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const longestFirst = secrets.filter((secret) => secret.length >= 4).toSorted((a, b) => b.length - a.length);
  const clean = text.replaceAll(controlCharacters, '');
  const hidden = longestFirst.reduce((rest, secret) => rest.replaceAll(secret, '***'), clean);
  return hidden
    .replaceAll(/\/\/[^\s/@]+@/g, '//***@') // "//user:password@"
    .replaceAll(/\s+/g, ' ')
    .slice(0, 300)
    .trim();
}
