import { and, desc, eq, gt, isNotNull, isNull, lt, ne, notInArray, or, type SQL } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { seenEveryMs, sessionLife } from '../sessions.rules.ts';
import { users } from './accounts.tables.ts';
import { knownDevices, sessions } from './sessions.tables.ts';

export type SessionKind = (typeof sessions.$inferSelect)['kind'];
export type Session = typeof sessions.$inferSelect;

export const createSession = async (db: Db, session: typeof sessions.$inferInsert): Promise<string> => {
  const [created] = await db.insert(sessions).values(session).returning({ id: sessions.id });
  return (created as { id: string }).id; // an insert without conflict returns its row
};

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

const usedLately = (kind: SessionKind, now: Date) =>
  and(eq(sessions.kind, kind), gt(sessions.lastSeenAt, before(now, sessionLife[kind].idleMs)));

const alive = (now: Date): SQL | undefined =>
  and(isNull(sessions.endedAt), gt(sessions.expiresAt, now), or(usedLately('user', now), usedLately('admin', now)));

/** The session with its user, unless it has ended, run out, was not used for too long, or the account is closed. */
export const findLiveSession = async (db: Db, id: string, now: Date) =>
  (
    await db
      .select({
        kind: sessions.kind,
        lastSeenAt: sessions.lastSeenAt,
        confirmedAt: sessions.confirmedAt,
        userId: users.id,
        role: users.role,
        name: users.name,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.id, id), alive(now), isNull(users.disabledAt)))
  )[0];

/** Notes that a session is in use; written once in a few minutes, whatever asks at the same moment. */
export const touchSession = async (db: Db, id: string, now: Date): Promise<void> => {
  await db
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.id, id), lt(sessions.lastSeenAt, before(now, seenEveryMs))));
};

export const listLiveSessions = (db: Db, userId: number, now: Date): Promise<Session[]> =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), alive(now)))
    .orderBy(desc(sessions.createdAt))
    .limit(100);

/** Whether this account has logged in before, as far back as sessions are kept. */
export const hasLoggedIn = async (db: Db, userId: number): Promise<boolean> =>
  (await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId)).limit(1)).length > 0;

/** Ends a session of this user; false when he has no such one. */
export const endSession = async (db: Db, userId: number, id: string, now: Date): Promise<boolean> => {
  const own = and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.endedAt));
  const { rowCount } = await db.update(sessions).set({ endedAt: now }).where(own);
  return rowCount === 1;
};

/** Ends all sessions of a user, but for one that he keeps, and makes the browsers of the others unknown. */
export const endSessions = async (db: Db, userId: number, now: Date, keep?: string): Promise<void> => {
  const others = keep === undefined ? undefined : ne(sessions.id, keep);
  await db
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), others));
  const kept = db
    .select({ id: sessions.deviceId })
    .from(sessions)
    .where(and(eq(sessions.id, keep ?? ''), isNotNull(sessions.deviceId)));
  const unkept = keep === undefined ? undefined : notInArray(knownDevices.id, kept);
  await db.delete(knownDevices).where(and(eq(knownDevices.userId, userId), unkept));
};

export const confirmSession = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, id));
};

export const deleteSessionsBefore = async (db: Db, instant: Date): Promise<void> => {
  await db.delete(sessions).where(lt(sessions.expiresAt, instant));
};
