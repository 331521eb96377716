import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { sessions, users } from './accounts.tables.ts';

export type User = typeof users.$inferSelect;
export type SessionKind = (typeof sessions.$inferSelect)['kind'];

const one = <T>(rows: T[]): T | undefined => rows[0];

export const findUserByEmail = async (db: Db, email: string) =>
  one(
    await db
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, sql`lower(${email})`)),
  );

export const findUser = async (db: Db, id: number) => one(await db.select().from(users).where(eq(users.id, id)));

export const hasAdmin = async (db: Db) =>
  (await db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)).length > 0;

export const createUser = async (db: Db, user: typeof users.$inferInsert): Promise<User> => {
  const [created] = await db.insert(users).values(user).returning();
  return created as User; // an insert without conflict returns its row
};

export const createSession = async (db: Db, session: typeof sessions.$inferInsert) => {
  const [created] = await db.insert(sessions).values(session).returning({ id: sessions.id });
  return (created as { id: string }).id; // an insert without conflict returns its row
};

/** The session with its user, unless it has ended, run out, or the account is closed. */
export const findLiveSession = async (db: Db, id: string, now: Date) =>
  one(
    await db
      .select({ kind: sessions.kind, userId: users.id, role: users.role, name: users.name })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.id, id), isNull(sessions.endedAt), gt(sessions.expiresAt, now), isNull(users.disabledAt))),
  );

export const endSession = async (db: Db, id: string, now: Date) => {
  await db.update(sessions).set({ endedAt: now }).where(eq(sessions.id, id));
};
