import { and, desc, eq, ilike, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { parseEmail } from '../email.rules.ts';
import { users } from './accounts.tables.ts';

export type User = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;

const one = <T>(rows: T[]): T | undefined => rows[0];

/** The account with this address, in whichever form it was typed. */
export const findUserByEmail = async (db: Db, email: string) =>
  one(
    await db
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, sql`lower(${parseEmail(email) ?? email})`)),
  );

export const findUser = async (db: Db, id: number) => one(await db.select().from(users).where(eq(users.id, id)));

/**
 * The account, which stays as it is until the transaction ends. Rows that refer to it may be written meanwhile: with FOR
 * UPDATE, whose foreign keys wait for it, a consent and a withdrawal of the same work would deadlock.
 */
export const lockUser = async (tx: Db, id: number) =>
  one(await tx.select().from(users).where(eq(users.id, id)).for('no key update'));

export const hasAdmin = async (db: Db) =>
  (await db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)).length > 0;

/** Ids of the admins who can log in. They stay as they are until the transaction ends. */
export const lockAdmins = async (tx: Db): Promise<number[]> => {
  const open = and(eq(users.role, 'admin'), isNull(users.disabledAt));
  const rows = await tx.select({ id: users.id }).from(users).where(open).orderBy(users.id).for('no key update');
  return rows.map(({ id }) => id);
};

/** The admins who can log in. */
export const listAdmins = (db: Db): Promise<User[]> =>
  db
    .select()
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.disabledAt)))
    .orderBy(users.id)
    .limit(100);

export const createUser = async (db: Db, user: NewUser): Promise<User> => {
  const [created] = await db.insert(users).values(user).returning();
  return created as User; // an insert without conflict returns its row
};

export const updateUser = async (db: Db, id: number, change: Partial<NewUser>, now: Date): Promise<User | undefined> =>
  one(
    await db
      .update(users)
      .set({ ...change, updatedAt: now })
      .where(eq(users.id, id))
      .returning(),
  );

/** Accounts that have not been deleted, newest first, before an id. */
export const listUsers = (
  db: Db,
  { search, before, limit }: { search?: string | undefined; before?: number | undefined; limit: number },
): Promise<User[]> => {
  const like = search ? `%${search.replaceAll(/[\\%_]/g, '\\$&')}%` : undefined;
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
