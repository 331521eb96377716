import { and, desc, eq, ilike, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { users } from './accounts.tables.ts';

export type User = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;

const one = <T>(rows: T[]): T | undefined => rows[0];

export const findUserByEmail = async (db: Db, email: string) =>
  one(
    await db
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, sql`lower(${email})`)),
  );

export const findUser = async (db: Db, id: number) => one(await db.select().from(users).where(eq(users.id, id)));

/** The account, which stays as it is until the transaction ends. */
export const lockUser = async (tx: Db, id: number) =>
  one(await tx.select().from(users).where(eq(users.id, id)).for('update'));

export const hasAdmin = async (db: Db) =>
  (await db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)).length > 0;

/** Ids of the admins who can log in. They stay as they are until the transaction ends. */
export const lockAdmins = async (tx: Db): Promise<number[]> => {
  const open = and(eq(users.role, 'admin'), isNull(users.disabledAt));
  const rows = await tx.select({ id: users.id }).from(users).where(open).orderBy(users.id).for('update');
  return rows.map(({ id }) => id);
};

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

/** Accepts a code's time step, unless it or a later one has been used. */
export const takeTotpStep = async (db: Db, id: number, step: number): Promise<boolean> => {
  const unused = sql`coalesce(${users.totpLastStep}, 0) < ${step}`;
  const { rowCount } = await db
    .update(users)
    .set({ totpLastStep: step })
    .where(and(eq(users.id, id), unused));
  return rowCount === 1;
};
