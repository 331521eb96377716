import { and, desc, eq, gte, ilike, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { users } from './accounts.tables.ts';
import { securityEvents } from './security-events.tables.ts';

export type EventRow = typeof securityEvents.$inferSelect;
export type NewEvent = typeof securityEvents.$inferInsert;

const isOf = (userId: number | null) =>
  userId === null ? isNull(securityEvents.userId) : eq(securityEvents.userId, userId);

const again = { count: sql`${securityEvents.count} + 1` };

/** Counts one more of an event that has a row already; false when it has none. */
export const countAgain = async (db: Db, { userId = null, ...event }: NewEvent): Promise<boolean> => {
  const { kind, address, device, hour, lastAt, details } = event;
  const same = and(
    isOf(userId),
    eq(securityEvents.kind, kind),
    eq(securityEvents.address, address),
    eq(securityEvents.device, device),
    eq(securityEvents.hour, hour),
  );
  const { rowCount } = await db
    .update(securityEvents)
    .set({ ...again, lastAt, details })
    .where(same);
  return rowCount !== 0;
};

export const createEvent = async (db: Db, event: NewEvent): Promise<void> => {
  const { userId, kind, address, device, hour } = securityEvents;
  const set = { ...again, lastAt: event.lastAt, details: event.details };
  await db
    .insert(securityEvents)
    .values(event)
    .onConflictDoUpdate({ target: [userId, kind, address, device, hour], set });
};

/** How many rows an hour has of a kind, for one account or for all. */
export const countRows = (db: Db, hour: Date, kind: string, userId?: number | null): Promise<number> => {
  const whose = userId === undefined ? undefined : isOf(userId);
  return db.$count(securityEvents, and(eq(securityEvents.hour, hour), eq(securityEvents.kind, kind), whose));
};

interface Page {
  before?: number | undefined;
  limit: number;
}

const earlier = (before: number | undefined) => (before === undefined ? undefined : lt(securityEvents.id, before));

/** Of one account, newest first. */
export const listEventsOf = (db: Db, userId: number, { before, limit }: Page): Promise<EventRow[]> =>
  db
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.userId, userId), earlier(before)))
    .orderBy(desc(securityEvents.id))
    .limit(limit);

/** Of all accounts, newest first, with the person. */
export const listAllEvents = (db: Db, { before, limit, search }: Page & { search?: string | undefined }) => {
  const like = search ? `%${search.replaceAll(/[\\%_]/g, '\\$&')}%` : undefined;
  const { kind, address } = securityEvents;
  const matches = like && or(...[users.name, users.email, kind, address].map((column) => ilike(column, like)));
  return db
    .select({ event: securityEvents, person: { id: users.id, name: users.name, email: users.email } })
    .from(securityEvents)
    .leftJoin(users, eq(users.id, securityEvents.userId))
    .where(and(earlier(before), matches || undefined))
    .orderBy(desc(securityEvents.id))
    .limit(limit);
};

// By the hour too, which has an index: a row is of one hour.
const happened = (kinds: string[], since: Date) => {
  const hourBefore = new Date(since.getTime() - 3_600_000);
  const { hour, kind, lastAt } = securityEvents;
  return and(gte(hour, hourBefore), inArray(kind, kinds), gte(lastAt, since));
};

/** How often events of these kinds happened since an instant, counting whole hours that reach into the time. */
export const sumEvents = async (db: Db, kinds: string[], since: Date): Promise<number> => {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${securityEvents.count}), 0)::integer` })
    .from(securityEvents)
    .where(happened(kinds, since));
  return row?.sum ?? 0;
};

export const happenedSince = async (db: Db, kind: string, since: Date): Promise<boolean> =>
  (await db.$count(securityEvents, happened([kind], since))) > 0;

export const deleteEventsBefore = async (db: Db, instant: Date): Promise<void> => {
  await db.delete(securityEvents).where(lt(securityEvents.hour, instant));
};
