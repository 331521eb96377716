import { and, asc, desc, eq, gt, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
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

export const findValidLink = async (
  db: Db,
  purpose: Purpose,
  tokenHash: string,
  now: Date,
): Promise<Link | undefined> =>
  (
    await db
      .select()
      .from(accountLinks)
      .where(valid(purpose, tokenHash, now))
  )[0];

/** Consumes a link; of two concurrent uses one succeeds. */
export const consumeLink = async (db: Db, purpose: Purpose, tokenHash: string, now: Date): Promise<Link | undefined> =>
  (
    await db
      .update(accountLinks)
      .set({ usedAt: now })
      .where(valid(purpose, tokenHash, now))
      .returning()
  )[0];

const unusedLinksOf = (userId: number) => and(eq(accountLinks.userId, userId), isNull(accountLinks.usedAt));

/** The e-mail that a link was mailed to or refers to. */
const email = sql`lower(${accountLinks.data} ->> 'email')`;

const sentTo = (address: string) => eq(email, sql`lower(${address})`);

/** Links of one purpose that were mailed to an address since an instant and are neither used nor withdrawn, newest first. */
export const listUnusedLinks = (
  db: Db,
  { userId, purpose, to, since }: { userId: number; purpose: Purpose; to: string; since: Date },
): Promise<Link[]> =>
  db
    .select()
    .from(accountLinks)
    .where(and(unusedLinksOf(userId), eq(accountLinks.purpose, purpose), sentTo(to), gt(accountLinks.createdAt, since)))
    .orderBy(desc(accountLinks.id));

/** Makes a link valid until an instant, unless it is for longer already. */
export const renewLink = async (db: Db, id: number, until: Date): Promise<void> => {
  await db
    .update(accountLinks)
    .set({ expiresAt: until })
    .where(and(eq(accountLinks.id, id), lt(accountLinks.expiresAt, until)));
};

/** Invalidates all links of one purpose, but for those to one address if given. */
export const withdrawLinks = async (
  db: Db,
  userId: number,
  purpose: Purpose,
  now: Date,
  exceptTo?: string,
): Promise<void> => {
  const others = exceptTo === undefined ? undefined : sql`${sentTo(exceptTo)} IS NOT TRUE`;
  await db
    .update(accountLinks)
    .set({ usedAt: now })
    .where(and(unusedLinksOf(userId), eq(accountLinks.purpose, purpose), others));
};

/**
 * Invalidates every link of an account except the take-back links of earlier mailboxes: those that were mailed to
 * another address than `address`, and not after the link with the id `before` if given.
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
    sentTo(address),
    before === undefined ? undefined : gt(accountLinks.id, before),
  );
  await db
    .update(accountLinks)
    .set({ usedAt: now })
    .where(and(unusedLinksOf(userId), notEarlier));
};

/** Sets when the take-back links of an address expire. */
export const setTakeBackEnd = async (db: Db, userId: number, address: string, expiresAt: Date): Promise<void> => {
  const takeBack = and(eq(accountLinks.purpose, 'take_email_back'), sentTo(address));
  await db
    .update(accountLinks)
    .set({ expiresAt })
    .where(and(unusedLinksOf(userId), takeBack));
};

export const listLinks = (db: Db, userId: number): Promise<Link[]> =>
  db.select().from(accountLinks).where(eq(accountLinks.userId, userId)).orderBy(asc(accountLinks.id));

export const deleteLinks = (db: Db, userId: number): Promise<Link[]> =>
  db.delete(accountLinks).where(eq(accountLinks.userId, userId)).returning();

/** Whether the owner of another account, who had confirmed this address, can still take it back. */
export const isReservedForOtherUser = async (db: Db, address: string, userId: number, now: Date): Promise<boolean> => {
  const isOpen = and(
    eq(accountLinks.purpose, 'take_email_back'),
    isNull(accountLinks.usedAt),
    gt(accountLinks.expiresAt, now),
  );
  const isConfirmed = isNull(sql`${accountLinks.data} -> 'unconfirmed'`);
  const isOthers = and(ne(accountLinks.userId, userId), sentTo(address));
  return (await db.$count(accountLinks, and(isOpen, isConfirmed, isOthers))) > 0;
};

/** Links that were used or expired before an instant. */
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
