import { and, desc, eq, gt, isNotNull, isNull, lt, ne, notInArray, or, type SQL } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { lastSeenIntervalMs, sessionLife } from '../sessions.rules.ts';
import { users } from './accounts.tables.ts';
import { knownDevices, sessions } from './sessions.tables.ts';

export type SessionKind = (typeof sessions.$inferSelect)['kind'];
export type Session = typeof sessions.$inferSelect;

export const createSession = async (db: Db, session: typeof sessions.$inferInsert): Promise<string> => {
  const [created] = await db.insert(sessions).values(session).returning({ id: sessions.id });
  return (created as { id: string }).id; // an insert without conflict returns its row
};

const earlierBy = (now: Date, ms: number) => new Date(now.getTime() - ms);

const isNotIdle = (kind: SessionKind, now: Date) =>
  and(eq(sessions.kind, kind), gt(sessions.lastSeenAt, earlierBy(now, sessionLife[kind].idleMs)));

const isLive = (now: Date): SQL | undefined =>
  and(isNull(sessions.endedAt), gt(sessions.expiresAt, now), or(isNotIdle('user', now), isNotIdle('admin', now)));

/** The session with its user, unless it has ended, expired or been idle too long, or the account is disabled. */
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
      .where(and(eq(sessions.id, id), isLive(now), isNull(users.disabledAt)))
  )[0];

/** Updates when a session was last used, at most once per `lastSeenIntervalMs` even for concurrent requests. */
export const touchSession = async (db: Db, id: string, now: Date): Promise<void> => {
  await db
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.id, id), lt(sessions.lastSeenAt, earlierBy(now, lastSeenIntervalMs))));
};

export const listLiveSessions = (db: Db, userId: number, now: Date): Promise<Session[]> =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLive(now)))
    .orderBy(desc(sessions.createdAt))
    .limit(100);

/** Whether this account has logged in before, as far back as sessions are stored. */
export const hasLoggedIn = async (db: Db, userId: number): Promise<boolean> =>
  (await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId)).limit(1)).length > 0;

/** Ends a session of this user; false if he has no such open session. */
export const endSession = async (db: Db, userId: number, id: string, now: Date): Promise<boolean> => {
  const isOpenSession = and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.endedAt));
  const { rowCount } = await db.update(sessions).set({ endedAt: now }).where(isOpenSession);
  return rowCount === 1;
};

/** Ends all sessions of a user except `exceptId`, and deletes the known devices of the others. Revokes shared links. */
export const endSessions = async (db: Db, userId: number, now: Date, exceptId?: string): Promise<void> => {
  await db.update(users).set({ sessionsEndedAt: now }).where(eq(users.id, userId));
  const others = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
  await db
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), others));
  const exceptDevice = db
    .select({ id: sessions.deviceId })
    .from(sessions)
    .where(and(eq(sessions.id, exceptId ?? ''), isNotNull(sessions.deviceId)));
  const otherDevices = exceptId === undefined ? undefined : notInArray(knownDevices.id, exceptDevice);
  await db.delete(knownDevices).where(and(eq(knownDevices.userId, userId), otherDevices));
};

export const confirmSession = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, id));
};

export const deleteSessionsBefore = async (db: Db, instant: Date): Promise<void> => {
  await db.delete(sessions).where(lt(sessions.expiresAt, instant));
};
