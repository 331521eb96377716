import { and, asc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { accountLinks, recoveryCodes } from './accounts.tables.ts';

export type Link = typeof accountLinks.$inferSelect;
export type Purpose = Link['purpose'];

export const createLink = async (db: Db, link: typeof accountLinks.$inferInsert): Promise<void> => {
  await db.insert(accountLinks).values(link);
};

const valid = (purpose: Purpose, tokenHash: string, now: Date) =>
  and(
    eq(accountLinks.tokenHash, tokenHash),
    eq(accountLinks.purpose, purpose),
    isNull(accountLinks.usedAt),
    gt(accountLinks.expiresAt, now),
  );

export const findLink = async (db: Db, purpose: Purpose, tokenHash: string): Promise<Link | undefined> =>
  (
    await db
      .select()
      .from(accountLinks)
      .where(and(eq(accountLinks.tokenHash, tokenHash), eq(accountLinks.purpose, purpose)))
  )[0];

export const isOpen = async (db: Db, purpose: Purpose, tokenHash: string, now: Date): Promise<boolean> =>
  (await db.$count(accountLinks, valid(purpose, tokenHash, now))) > 0;

/** Uses a link up; of two uses at the same moment one gets it. */
export const takeLink = async (db: Db, purpose: Purpose, tokenHash: string, now: Date): Promise<Link | undefined> =>
  (
    await db
      .update(accountLinks)
      .set({ usedAt: now })
      .where(valid(purpose, tokenHash, now))
      .returning()
  )[0];

/** Makes the links of a purpose worthless that were mailed so far, or only those after one of them. */
export const withdrawLinks = async (
  db: Db,
  userId: number,
  purpose: Purpose,
  now: Date,
  after?: number,
): Promise<void> => {
  const open = and(eq(accountLinks.userId, userId), eq(accountLinks.purpose, purpose), isNull(accountLinks.usedAt));
  const later = after === undefined ? undefined : gt(accountLinks.id, after);
  await db.update(accountLinks).set({ usedAt: now }).where(and(open, later));
};

export const listLinks = (db: Db, userId: number): Promise<Link[]> =>
  db.select().from(accountLinks).where(eq(accountLinks.userId, userId)).orderBy(asc(accountLinks.id));

export const deleteLinks = (db: Db, userId: number): Promise<Link[]> =>
  db.delete(accountLinks).where(eq(accountLinks.userId, userId)).returning();

/** Whether the owner of another account can still take this address back. */
export const isHeldForAnother = async (db: Db, email: string, userId: number, now: Date): Promise<boolean> => {
  const open = and(
    eq(accountLinks.purpose, 'take_email_back'),
    isNull(accountLinks.usedAt),
    gt(accountLinks.expiresAt, now),
  );
  const address = sql`lower(${accountLinks.data} ->> 'email') = lower(${email})`;
  return (await db.$count(accountLinks, and(open, ne(accountLinks.userId, userId), address))) > 0;
};

export const replaceRecoveryCodes = async (db: Db, userId: number, codeHashes: string[]): Promise<void> => {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  if (codeHashes.length) await db.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ userId, codeHash })));
};

export const takeRecoveryCode = async (db: Db, userId: number, codeHash: string, now: Date): Promise<boolean> => {
  const unused = and(
    eq(recoveryCodes.userId, userId),
    eq(recoveryCodes.codeHash, codeHash),
    isNull(recoveryCodes.usedAt),
  );
  const { rowCount } = await db.update(recoveryCodes).set({ usedAt: now }).where(unused);
  return (rowCount ?? 0) > 0;
};
