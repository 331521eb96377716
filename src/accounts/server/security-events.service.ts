import { LRUCache } from 'lru-cache';
import type { Call } from '#src/calls/call.ts';
import { pathIn } from '#src/messages/languages.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import type { Job } from '#src/platform/jobs.ts';
import { sendMail, sendMails } from '#src/platform/mail.ts';
import { siteName } from '#src/platform/site-name.ts';
import {
  eventsOfPage,
  eventsOfPerson,
  type SecurityEvent,
  type SecurityEventKind,
  type SiteSecurityEvent,
} from '../security.contract.ts';
import { anonymousKinds, eventTexts, failureKinds, isBurst } from '../security-events.rules.ts';
import { deviceName } from './device-name.ts';
import {
  countAgain,
  countRows,
  createEvent,
  deleteEventsBefore,
  type EventRow,
  happenedSince,
  listAllEvents,
  listEventsOf,
  sumEvents,
} from './security-events.queries.ts';
import { listAdmins, type User } from './users.queries.ts';

const hourMs = 3_600_000;

/** How long an event is kept: the DPDP Rules ask for a year of logs. */
export const eventLogDays = 365;

// Most rows of one kind in an hour: for an account, and of those that anybody can cause for the whole site. What comes
// on top of them is counted without its address and device, and then without its account.
const mostOfAccount = 50;
const mostOfSite = 2000;

export interface NewSecurityEvent {
  kind: SecurityEventKind;
  /** Whose account; null where there is none. */
  userId: number | null;
  /** Of a closed set of words, or the site's own: never what a stranger typed. */
  details?: Record<string, string>;
}

/**
 * Writes an event of an account into the log, with the request's address and device. In the transaction of what it is
 * about; a failure outside of any, since that is taken back with what failed.
 */
export async function recordSecurityEvent(
  ctx: Pick<Context, 'client' | 'now'>,
  db: Db,
  { kind, userId, details = {} }: NewSecurityEvent,
): Promise<void> {
  const at = ctx.now();
  const hour = new Date(Math.floor(at.getTime() / hourMs) * hourMs);
  const { address = '', userAgent = '' } = ctx.client ?? {};
  const event = { kind, userId, address, device: deviceName(userAgent), hour, firstAt: at, lastAt: at, details };
  if (await countAgain(db, event)) return;
  if ((await countRows(db, hour, kind, userId)) >= mostOfAccount) Object.assign(event, { address: '', device: '' });
  if (anonymousKinds.includes(kind) && (await countRows(db, hour, kind)) >= mostOfSite)
    Object.assign(event, { address: '', device: '', userId: null });
  await createEvent(db, event);
}

// What costs the sender nothing and fails each time: writing each of a flood down would cost us, all of them to one row.
// Of the same one in ten seconds is written down by each node.
const lately = new LRUCache<string, true>({ max: 10_000, ttl: 10_000 });

async function recordOfFlood(ctx: Context, event: NewSecurityEvent): Promise<void> {
  const key = [event.kind, event.userId, ctx.address, event.details?.call].join(' ');
  if (lately.has(key)) return;
  lately.set(key, true);
  await recordSecurityEvent(ctx, ctx.db, event);
}

/** Writes down that a login was refused for too many tries. */
export const recordThrottledLogin = (ctx: Context, userId: number | null): Promise<void> =>
  recordOfFlood(ctx, { kind: 'login_throttled', userId });

/** Writes down that somebody who is signed in tried what he may not. */
export async function recordRefusal(ctx: Context, { method, path }: Pick<Call, 'method' | 'path'>): Promise<void> {
  if (ctx.actor.role === 'visitor') return;
  await recordOfFlood(ctx, { kind: 'refused', userId: ctx.actor.userId, details: { call: `${method} ${path}` } });
}

/** Tells the owner by mail what has happened to his account, from where, and what to do if it was not he. */
export async function mailSecurityEvent(ctx: Context, tx: Db, user: User, kind: SecurityEventKind): Promise<void> {
  const what = ctx.text(eventTexts[kind]);
  const { address = '', userAgent = '' } = ctx.client ?? {};
  const time = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'long', timeZone: 'Asia/Kolkata' });
  await sendMail(ctx, tx, {
    to: user.email,
    subject: `${what} – ${ctx.settings.get(siteName)}`,
    body: ctx.text('mails.security', {
      name: user.name,
      what,
      time: time.format(ctx.now()),
      device: deviceName(userAgent) || ctx.text('accounts.unknownDevice'),
      address,
      link: ctx.config.siteUrl + pathIn(ctx.language, '/forgot-password'),
    }),
  });
}

/** One's own events, newest first. */
export async function getOwnEvents(ctx: Context, before?: number) {
  const rows = await listEventsOf(ctx.db, signedIn(ctx).userId, { before, limit: eventsOfPerson + 1 });
  return { events: rows.slice(0, eventsOfPerson).map(eventView), more: rows.length > eventsOfPerson };
}

/** All of one's own events that are kept, for the export of one's data. */
export const getEventsForExport = async (ctx: Context): Promise<SecurityEvent[]> =>
  (await listEventsOf(ctx.db, signedIn(ctx).userId, { limit: 10_000 })).map(eventView);

/** Events of all accounts, newest first. */
export async function getAllEvents(
  ctx: Context,
  page: { search?: string | undefined; before?: number | undefined },
): Promise<{ events: SiteSecurityEvent[]; more: boolean }> {
  const rows = await listAllEvents(ctx.db, { ...page, limit: eventsOfPage + 1 });
  const events = rows.slice(0, eventsOfPage).map(({ event, person }) => ({ ...eventView(event), person }));
  return { events, more: rows.length > eventsOfPage };
}

const eventView = ({ id, kind, firstAt, lastAt, count, address, device, details }: EventRow): SecurityEvent => ({
  id,
  kind: kind as SecurityEventKind, // written by recordSecurityEvent alone
  first_at: firstAt.toISOString(),
  at: lastAt.toISOString(),
  count,
  address,
  device,
  details,
});

/** Mails every admin when logins fail in numbers; once an hour at most. */
export const watchFailures: Job<object> = {
  name: 'accounts.watch-failures',
  cron: '*/5 * * * *',
  async run(ctx) {
    const now = ctx.now();
    const ago = (hours: number) => new Date(now.getTime() - hours * hourMs);
    const failed = (since: Date) => sumEvents(ctx.db, [...failureKinds], since);
    const lastHour = await failed(ago(1));
    const weekHours = 7 * 24;
    const earlierHours = ((await failed(ago(weekHours))) - lastHour) / (weekHours - 1);
    if (!isBurst(lastHour, earlierHours) || (await happenedSince(ctx.db, 'alert', ago(1)))) return;
    const site = ctx.settings.get(siteName);
    await ctx.db.transaction(async (tx) => {
      await recordSecurityEvent(ctx, tx, { kind: 'alert', userId: null, details: { failures: String(lastHour) } });
      const admins = await listAdmins(tx);
      await sendMails(
        ctx,
        tx,
        admins.map(({ name, email }) => ({
          to: email,
          subject: ctx.text('mails.alertSubject', { site }),
          body: ctx.text('mails.alert', {
            name,
            count: lastHour,
            link: `${ctx.config.siteUrl}/admin/audit?view=security`,
          }),
        })),
      );
    });
    ctx.log.warn({ failures: lastHour }, 'many logins fail');
  },
};

/** Forgets events when their year is over. */
export const purgeSecurityEvents: Job<object> = {
  name: 'accounts.purge-security-events',
  cron: '5 22 * * *', // 3:35 in India
  async run(ctx) {
    await deleteEventsBefore(ctx.db, new Date(ctx.now().getTime() - eventLogDays * 24 * hourMs));
  },
};
