import { and, asc, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { users } from './accounts.tables.ts';
import { passkeyChallenges, passkeys } from './passkeys.tables.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;
export type Challenge = typeof passkeyChallenges.$inferSelect;

export const listPasskeys = (db: Db, userId: number): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id));

export const findPasskey = async (db: Db, credentialId: string): Promise<PasskeyRow | undefined> =>
  (await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)))[0];

export const createPasskey = async (db: Db, passkey: typeof passkeys.$inferInsert): Promise<void> => {
  await db.insert(passkeys).values(passkey);
  await countPasskeys(db, passkey.userId);
};

/** Gives a passkey of this user another name; false when he has no such one. */
export const renamePasskey = async (db: Db, userId: number, id: number, name: string): Promise<boolean> => {
  const own = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
  return (await db.update(passkeys).set({ name }).where(own)).rowCount === 1;
};

/** Deletes a passkey of this user, those that were added from an instant on, or all of them; returns how many. */
export const deletePasskeys = async (
  db: Db,
  userId: number,
  { id, since }: { id?: number; since?: Date | undefined } = {},
): Promise<number> => {
  const one = id === undefined ? undefined : eq(passkeys.id, id);
  const later = since && gte(passkeys.createdAt, since);
  const { rowCount } = await db.delete(passkeys).where(and(eq(passkeys.userId, userId), one, later));
  await countPasskeys(db, userId);
  return rowCount ?? 0;
};

// What the account's row says of them, in the transaction that changes them.
const countPasskeys = async (db: Db, userId: number) => {
  const passkeyCount = sql`(SELECT count(*) FROM ${passkeys} WHERE ${passkeys.userId} = ${userId})`;
  await db.update(users).set({ passkeyCount }).where(eq(users.id, userId));
};

/** Notes that a passkey was used; false when its counter has been passed meanwhile, as by a copy. */
export const advanceCounter = async (db: Db, id: number, counter: number, now: Date): Promise<boolean> => {
  // Authenticators without a counter always send 0.
  const passed = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter} = 0`));
  const { rowCount } = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), passed));
  return rowCount === 1;
};

/** Keeps a challenge, and forgets those that have run out. */
export const createChallenge = async (db: Db, challenge: Challenge, now: Date): Promise<void> => {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
  await db.insert(passkeyChallenges).values(challenge);
};

/** Uses a challenge up; false when it was made for something or somebody else, was used, or has run out. */
export const takeChallenge = async (
  db: Db,
  { challenge, purpose, userId }: Omit<Challenge, 'expiresAt'>,
  now: Date,
): Promise<boolean> => {
  const whose = userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId);
  const { rowCount } = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.purpose, purpose),
        whose,
        gt(passkeyChallenges.expiresAt, now),
      ),
    );
  return rowCount === 1;
};
