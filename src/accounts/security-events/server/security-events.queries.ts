import { and, desc, eq, gte, ilike, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { securityEvents } from '#src/accounts/users/server/security-events.tables.ts';
import type { Db } from '#src/platform/database/db.ts';
import { containsPattern } from '#src/platform/database/like.ts';
import { hourMs } from '#src/rules/calendar.rules.ts';

export type EventRow = typeof securityEvents.$inferSelect;
export type NewEvent = typeof securityEvents.$inferInsert;

const belongsTo = (userId: number | null) =>
  userId === null ? isNull(securityEvents.userId) : eq(securityEvents.userId, userId);

const increment = { count: sql`${securityEvents.count} + 1` };

/** Increments the count of an event's row; false if it has no row. */
export const incrementEvent = async (db: Db, { userId = null, ...event }: NewEvent): Promise<boolean> => {
  const { kind, address, device, hour, lastAt, details } = event;
  const same = and(
    belongsTo(userId),
    eq(securityEvents.kind, kind),
    eq(securityEvents.address, address),
    eq(securityEvents.device, device),
    eq(securityEvents.hour, hour),
  );
  const { rowCount } = await db
    .update(securityEvents)
    .set({ ...increment, lastAt, details })
    .where(same);
  return rowCount !== 0;
};

export const createEvent = async (db: Db, event: NewEvent): Promise<void> => {
  const { userId, kind, address, device, hour } = securityEvents;
  const set = { ...increment, lastAt: event.lastAt, details: event.details };
  await db
    .insert(securityEvents)
    .values(event)
    .onConflictDoUpdate({ target: [userId, kind, address, device, hour], set });
};

/** Number of rows of a kind in an hour, for one account or for all. */
export const countRows = (db: Db, hour: Date, kind: string, userId?: number | null): Promise<number> => {
  const ownedBy = userId === undefined ? undefined : belongsTo(userId);
  return db.$count(securityEvents, and(eq(securityEvents.hour, hour), eq(securityEvents.kind, kind), ownedBy));
};

interface Page {
  before?: number | undefined;
  limit: number;
}

const olderThan = (before: number | undefined) => (before === undefined ? undefined : lt(securityEvents.id, before));

/** Events of one account, newest first. */
export const listEventsOf = (db: Db, userId: number, { before, limit }: Page): Promise<EventRow[]> =>
  db
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.userId, userId), olderThan(before)))
    .orderBy(desc(securityEvents.id))
    .limit(limit);

/** Events of all accounts, newest first, with the user. */
export const listAllEvents = (db: Db, { before, limit, search }: Page & { search?: string | undefined }) => {
  const like = containsPattern(search);
  const { kind, address } = securityEvents;
  const matches = like && or(...[users.name, users.email, kind, address].map((column) => ilike(column, like)));
  return db
    .select({ event: securityEvents, person: { id: users.id, name: users.name, email: users.email } })
    .from(securityEvents)
    .leftJoin(users, eq(users.id, securityEvents.userId))
    .where(and(olderThan(before), matches || undefined))
    .orderBy(desc(securityEvents.id))
    .limit(limit);
};

// Also filters by `hour`, which is indexed; each row belongs to one hour.
const occurredSince = (kinds: string[], since: Date) => {
  const hourBefore = new Date(since.getTime() - hourMs);
  const { hour, kind, lastAt } = securityEvents;
  return and(gte(hour, hourBefore), inArray(kind, kinds), gte(lastAt, since));
};

/** Number of events of these kinds since an instant; counts whole rows, which may begin up to an hour earlier. */
export const sumEvents = async (db: Db, kinds: string[], since: Date): Promise<number> => {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${securityEvents.count}), 0)::integer` })
    .from(securityEvents)
    .where(occurredSince(kinds, since));
  return row?.sum ?? 0;
};

export const hasEventSince = async (db: Db, kind: string, since: Date): Promise<boolean> =>
  (await db.$count(securityEvents, occurredSince([kind], since))) > 0;

export const deleteEventsBefore = async (db: Db, instant: Date): Promise<void> => {
  await db.delete(securityEvents).where(lt(securityEvents.hour, instant));
};
