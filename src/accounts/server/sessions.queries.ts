import { and, desc, eq, gt, isNull, lt, ne, type SQL } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { sessions, users } from './accounts.tables.ts';

export type SessionKind = (typeof sessions.$inferSelect)['kind'];
export type Session = typeof sessions.$inferSelect;

export const createSession = async (db: Db, session: typeof sessions.$inferInsert): Promise<string> => {
  const [created] = await db.insert(sessions).values(session).returning({ id: sessions.id });
  return (created as { id: string }).id; // an insert without conflict returns its row
};

const alive = (now: Date): SQL | undefined => and(isNull(sessions.endedAt), gt(sessions.expiresAt, now));

/** The session with its user, unless it has ended, run out, or the account is closed. */
export const findLiveSession = async (db: Db, id: string, now: Date) =>
  (
    await db
      .select({
        kind: sessions.kind,
        confirmedAt: sessions.confirmedAt,
        userId: users.id,
        role: users.role,
        name: users.name,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.id, id), alive(now), isNull(users.disabledAt)))
  )[0];

export const listLiveSessions = (db: Db, userId: number, now: Date): Promise<Session[]> =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), alive(now)))
    .orderBy(desc(sessions.createdAt))
    .limit(100);

/** Ends a session of this user; false when he has no such one. */
export const endSession = async (db: Db, userId: number, id: string, now: Date): Promise<boolean> => {
  const own = and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.endedAt));
  const { rowCount } = await db.update(sessions).set({ endedAt: now }).where(own);
  return rowCount === 1;
};

/** Ends all sessions of a user, but for one that he keeps. */
export const endSessions = async (db: Db, userId: number, now: Date, keep?: string): Promise<void> => {
  const others = keep === undefined ? undefined : ne(sessions.id, keep);
  await db
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), others));
};

export const confirmSession = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, id));
};

export const deleteSessionsBefore = async (db: Db, instant: Date): Promise<void> => {
  await db.delete(sessions).where(lt(sessions.expiresAt, instant));
};
