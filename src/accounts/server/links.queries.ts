import { and, asc, eq, gt, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { accountLinks } from './accounts.tables.ts';

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

export const findOpenLink = async (db: Db, purpose: Purpose, tokenHash: string, now: Date): Promise<Link | undefined> =>
  (
    await db
      .select()
      .from(accountLinks)
      .where(valid(purpose, tokenHash, now))
  )[0];

/** Uses a link up; of two uses at the same moment one gets it. */
export const takeLink = async (db: Db, purpose: Purpose, tokenHash: string, now: Date): Promise<Link | undefined> =>
  (
    await db
      .update(accountLinks)
      .set({ usedAt: now })
      .where(valid(purpose, tokenHash, now))
      .returning()
  )[0];

const openOf = (userId: number) => and(eq(accountLinks.userId, userId), isNull(accountLinks.usedAt));

/** The address that a link was mailed to, or is about. */
const email = sql`lower(${accountLinks.data} ->> 'email')`;

/** Invalidates the links of one purpose that have been mailed so far. */
export const withdrawLinks = async (db: Db, userId: number, purpose: Purpose, now: Date): Promise<void> => {
  await db
    .update(accountLinks)
    .set({ usedAt: now })
    .where(and(openOf(userId), eq(accountLinks.purpose, purpose)));
};

/**
 * Invalidates every link of an account but those by which an earlier mailbox takes it back: mailed elsewhere than to
 * `address`, and before the link with the id `before` where that is given.
 */
export const withdrawAllLinks = async (
  db: Db,
  userId: number,
  address: string,
  now: Date,
  before?: number,
): Promise<void> => {
  const notEarlier = or(
    ne(accountLinks.purpose, 'take_email_back'),
    eq(email, sql`lower(${address})`),
    before === undefined ? undefined : gt(accountLinks.id, before),
  );
  await db
    .update(accountLinks)
    .set({ usedAt: now })
    .where(and(openOf(userId), notEarlier));
};

/** Sets until when an address can be taken back. */
export const setTakeBackEnd = async (db: Db, userId: number, address: string, expiresAt: Date): Promise<void> => {
  const takeBack = and(eq(accountLinks.purpose, 'take_email_back'), eq(email, sql`lower(${address})`));
  await db
    .update(accountLinks)
    .set({ expiresAt })
    .where(and(openOf(userId), takeBack));
};

export const listLinks = (db: Db, userId: number): Promise<Link[]> =>
  db.select().from(accountLinks).where(eq(accountLinks.userId, userId)).orderBy(asc(accountLinks.id));

export const deleteLinks = (db: Db, userId: number): Promise<Link[]> =>
  db.delete(accountLinks).where(eq(accountLinks.userId, userId)).returning();

/** Whether the owner of another account can still take this address back. */
export const isHeldForAnother = async (db: Db, address: string, userId: number, now: Date): Promise<boolean> => {
  const open = and(
    eq(accountLinks.purpose, 'take_email_back'),
    isNull(accountLinks.usedAt),
    gt(accountLinks.expiresAt, now),
  );
  const held = eq(email, sql`lower(${address})`);
  return (await db.$count(accountLinks, and(open, ne(accountLinks.userId, userId), held))) > 0;
};

/** Links that ended before an instant: used, or past their time. */
const endedBefore = (instant: Date) =>
  or(lt(accountLinks.usedAt, instant), and(isNull(accountLinks.usedAt), lt(accountLinks.expiresAt, instant)));

export const deleteLinksEndedBefore = async (db: Db, instant: Date): Promise<void> => {
  await db.delete(accountLinks).where(endedBefore(instant));
};

export const eraseTokensEndedBefore = async (db: Db, instant: Date): Promise<void> => {
  await db
    .update(accountLinks)
    .set({ tokenHash: null })
    .where(and(isNotNull(accountLinks.tokenHash), endedBefore(instant)));
};
