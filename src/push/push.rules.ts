// When a device gets a notification: never in its quiet hours, and no more followed stories a day than the paper has set.
// Breaking news is not counted, and waits for the end of the quiet hours.
import { hourMs } from '#src/rules/calendar.rules.ts';

export const messageKinds = ['followed', 'breaking'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** The state of one message for one device. */
export const copyStates = ['waiting', 'sending', 'sent', 'skipped', 'failed'] as const;
export type CopyState = (typeof copyStates)[number];

/** How long a notification is worth sending; push services store it that long for a device that is off. */
export const lifetimeMs: Record<MessageKind, number> = { followed: 6 * hourMs, breaking: 12 * hourMs };

/** Changes of a story that was published longer ago notify nobody. */
export const newForMs = 6 * hourMs;

/** Breaking news of the whole paper within a day, so that no mistake can flood its readers. */
export const breakingPerDay = 6;

export const titleMaxLength = 80;
export const bodyMaxLength = 120;

/** Days for which it is stored what a device has got. */
export const copiesDays = 7;

export interface QuietHours {
  /** Such as 22:00; both the same for none. */
  quietFrom: string;
  quietTo: string;
  /** Such as Asia/Kolkata. */
  timeZone: string;
}

export const quietByDefault = { quietFrom: '22:00', quietTo: '07:00' };

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

// To make a formatter takes longer than to use it ten times.
const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' });
  if (clocks.size >= 500) clocks.clear(); // clients send any names, in small and capital letters
  clocks.set(timeZone, clock);
  return clock;
}

export const isTimeZone = (name: string): boolean => {
  try {
    return clockOf(name) !== undefined;
  } catch {
    return false;
  }
};

const dayMinutes = 24 * 60;

/** Minutes until the quiet hours of a device end; 0 outside of them. */
export function quietMinutes(now: Date, { quietFrom, quietTo, timeZone }: QuietHours): number {
  const [from, to, local] = [quietFrom, quietTo, clockOf(timeZone).format(now)].map(minutesOf) as [
    number,
    number,
    number,
  ];
  const since = (start: number, end: number) => (end - start + dayMinutes) % dayMinutes;
  return since(from, local) < since(from, to) ? since(local, to) : 0;
}

/** What to do with a copy that is due. */
export function decideDelivery(
  kind: MessageKind,
  device: QuietHours,
  { now, sentToday, perDay, expiresAt }: { now: Date; sentToday: number; perDay: number; expiresAt: Date },
): { state: 'sending' | 'skipped' } | { state: 'waiting'; until: Date } {
  const quiet = quietMinutes(now, device);
  if (kind === 'followed') return { state: quiet > 0 || sentToday >= perDay ? 'skipped' : 'sending' };
  if (quiet === 0) return { state: 'sending' };
  const until = new Date(now.getTime() + quiet * 60_000);
  return until < expiresAt ? { state: 'waiting', until } : { state: 'skipped' };
}

/** Push services of Chrome and its derivatives, Firefox, Edge on Windows, Safari; and the form of their queries. */
const services: { host: RegExp; query: RegExp }[] = [
  { host: /^fcm\.googleapis\.com$/, query: /^$/ },
  { host: /^(?:[a-z0-9-]{1,63}\.){1,3}push\.services\.mozilla\.com$/, query: /^$/ }, // updates.push.services.mozilla.com
  { host: /^(?:[a-z0-9-]{1,63}\.){1,3}notify\.windows\.com$/, query: /^\?token=[^&]+$/ }, // wns2-par02p.notify.windows.com
  { host: /^web\.push\.apple\.com$/, query: /^$/ },
];

export const endpointMaxLength = 1000;

/** The one spelling of an endpoint, so that no device is stored twice; a text that is no URL stays as it is. */
export function endpointSpelling(endpoint: string): string {
  if (!URL.canParse(endpoint)) return endpoint;
  const url = new URL(endpoint); // lower case, without the default port and dot segments
  if (!url.search) url.search = ''; // a single question mark
  if (!url.hash) url.hash = '';
  // In small letters, as the service of Windows writes them. Unreserved characters need none (RFC 3986, 6.2.2).
  return url.href.replaceAll(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded.toLowerCase();
  });
}

/** Whether an endpoint is an address at a push service that we know, or at an allowed host such as "push.example:8080". */
export function isPushEndpoint(endpoint: string, allowed: readonly string[] = []): boolean {
  if (endpoint.length > endpointMaxLength || !URL.canParse(endpoint)) return false;
  const { protocol, host, username, password, hash, pathname, search } = new URL(endpoint);
  if (username || password || hash || pathname.includes('//')) return false;
  if (allowed.includes(host)) return protocol === 'https:' || protocol === 'http:';
  // `host` has the port, if there is one.
  return protocol === 'https:' && services.some((service) => service.host.test(host) && service.query.test(search));
}

/** An uncompressed point of P-256 (65 bytes, the first is 4) and 16 random bytes, in base64url. */
export const publicKeyPattern = /^B[\w-]{86}$/;
export const authPattern = /^[\w-]{22}$/;

const soonestMs = 60_000;
const latestMs = hourMs;

/** How long to wait after a response that requires it: seconds or a date, between a minute and an hour. */
export function retryAfterMs(header: string | undefined, now: Date): number {
  const asked = /^\d{1,9}$/.test(header ?? '') ? Number(header) * 1000 : Date.parse(header ?? '') - now.getTime();
  return Math.min(latestMs, Math.max(soonestMs, asked || 0));
}
