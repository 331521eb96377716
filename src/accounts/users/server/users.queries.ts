import { and, desc, eq, ilike, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { containsPattern } from '#src/platform/database/like.ts';
import { parseEmail } from '../email.rules.ts';
import { users } from './accounts.tables.ts';

export type User = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;

const firstRow = <T>(rows: T[]): T | undefined => rows[0];

/** Finds an account by e-mail, normalising the address as typed. */
export const findUserByEmail = async (db: Db, email: string) =>
  firstRow(
    await db
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, sql`lower(${parseEmail(email) ?? email})`)),
  );

export const findUser = async (db: Db, id: number) => firstRow(await db.select().from(users).where(eq(users.id, id)));

/**
 * Locks the row FOR NO KEY UPDATE until the transaction ends. Foreign-key checks do not wait for this lock: with FOR
 * UPDATE, a consent and a withdrawal of the same submission would deadlock.
 */
export const lockUser = async (tx: Db, id: number) =>
  firstRow(await tx.select().from(users).where(eq(users.id, id)).for('no key update'));

export const hasAdmin = async (db: Db) =>
  (await db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)).length > 0;

// Without a password: an invitation that nobody has accepted, or an account whose e-mail was taken back.
const isActiveAdmin = and(eq(users.role, 'admin'), isNull(users.disabledAt), isNotNull(users.passwordHash));

/** Ids of the admins who can log in, whose rows are locked until the transaction ends. */
export const lockAdmins = async (tx: Db): Promise<number[]> => {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(isActiveAdmin)
    .orderBy(users.id)
    .for('no key update');
  return rows.map(({ id }) => id);
};

/** The admins who can log in. */
export const listAdmins = (db: Db): Promise<User[]> =>
  db.select().from(users).where(isActiveAdmin).orderBy(users.id).limit(100);

export const createUser = async (db: Db, user: NewUser): Promise<User> => {
  const [created] = await db.insert(users).values(user).returning();
  return created as User; // an insert without conflict returns its row
};

/** A new password ends the expiry of a generated one. */
export const updateUser = async (db: Db, id: number, change: Partial<NewUser>, now: Date): Promise<User | undefined> =>
  firstRow(
    await db
      .update(users)
      .set({ ...('passwordHash' in change && { passwordExpiresAt: null }), ...change, updatedAt: now })
      .where(eq(users.id, id))
      .returning(),
  );

/** Accounts that are not deleted, newest first, with ids below `before`. */
export const listUsers = (
  db: Db,
  { search, before, limit }: { search?: string | undefined; before?: number | undefined; limit: number },
): Promise<User[]> => {
  const like = containsPattern(search);
  return db
    .select()
    .from(users)
    .where(
      and(
        isNull(users.deletedAt),
        before === undefined ? undefined : lt(users.id, before),
        like ? or(ilike(users.name, like), ilike(users.email, like), ilike(users.mobile, like)) : undefined,
      ),
    )
    .orderBy(desc(users.id))
    .limit(limit);
};

/** Those with a role of the newsroom who can log in and have confirmed their e-mail. */
export const listStaff = (db: Db): Promise<User[]> =>
  db
    .select()
    .from(users)
    .where(and(ne(users.role, 'reader'), isNull(users.disabledAt), isNotNull(users.emailConfirmedAt)))
    .orderBy(users.id)
    .limit(1000);
