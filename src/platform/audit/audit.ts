import { and, desc, eq, gte, ilike, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db } from '../database/db.ts';
import { containsPattern } from '../database/like.ts';
import { auditLog } from './audit.tables.ts';

export interface AuditEvent {
  /** Such as "person.disabled". */
  action: string;
  /** The affected object, such as "person 12". */
  subject: string;
  /** Context for a later reader. Never a password, a token or a document's text. */
  details?: Record<string, unknown>;
}

/** The context of an event. With `log`, the event is also a line of the log, which the operator may send elsewhere. */
type Audited = Pick<Context, 'actor' | 'now'> & Partial<Pick<Context, 'log'>>;

/** Records an audit event for the context's actor, in the transaction of the audited change. */
export const recordAuditEvent = (ctx: Audited, db: Db, event: AuditEvent): Promise<void> =>
  recordAuditEvents(ctx, db, [event]);

/** Records several audit events in one statement. */
export async function recordAuditEvents({ actor, now, log }: Audited, db: Db, events: AuditEvent[]): Promise<void> {
  if (events.length === 0) return;
  const by = { ...actorOf(actor), at: now() };
  log?.info({ user: by.actorId, events: events.map(({ action, subject }) => `${action} ${subject}`) }, 'audit event');
  await db.insert(auditLog).values(events.map((event) => ({ ...event, ...by })));
}

/** Records one event for each subject that a query returns, in one statement. `subjects` selects one text column. */
export async function recordAuditEventOfEach(
  { actor, now, log }: Audited,
  db: Db,
  { action, details = {} }: Omit<AuditEvent, 'subject'>,
  subjects: SQL,
): Promise<void> {
  const by = actorOf(actor);
  log?.info({ user: by.actorId, events: [action] }, 'audit event');
  await db.execute(sql`INSERT INTO ${auditLog} (at, actor_id, actor, action, subject, details)
    SELECT ${now().toISOString()}::timestamptz, ${by.actorId}::integer, ${by.actor}::text, ${action}::text, subject,
      ${JSON.stringify(details)}::jsonb FROM (${subjects}) AS subjects (subject)`);
}

const actorOf = (actor: Context['actor']) =>
  actor.role === 'visitor' ? { actorId: null, actor: 'News Wing' } : { actorId: actor.userId, actor: actor.name };

interface AuditFilter {
  search?: string | undefined;
  subject?: string | undefined;
  /** Time of the event: `from` inclusive, `to` exclusive. */
  from?: Date | undefined;
  to?: Date | undefined;
  before?: number | undefined;
  limit: number;
}

// Ordered by this, PostgreSQL finds a range of days by the index of their time, instead of reading all that is newer. Without
// a first day it would sort all that is older.
const withoutIndex = sql`${auditLog.id} + 0`;

export type AuditLogRow = typeof auditLog.$inferSelect;

/** Audit events with an id below `before`, newest first. `search` matches actor, action and subject; `subject` is exact. */
export const listAuditEvents = (db: Db, filter: AuditFilter): Promise<AuditLogRow[]> => selectAuditEvents(db, filter);

export function selectAuditEvents(db: Db, { search, subject, from, to, before, limit }: AuditFilter) {
  const like = containsPattern(search);
  return db
    .select()
    .from(auditLog)
    .where(
      and(
        from && gte(auditLog.at, from),
        to && lt(auditLog.at, to),
        before === undefined ? undefined : lt(auditLog.id, before),
        subject === undefined ? undefined : eq(auditLog.subject, subject),
        like ? or(ilike(auditLog.actor, like), ilike(auditLog.action, like), ilike(auditLog.subject, like)) : undefined,
      ),
    )
    .orderBy(desc(from && to ? withoutIndex : auditLog.id))
    .limit(limit);
}
