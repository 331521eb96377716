import { and, asc, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
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

/** Renames a passkey of this user; false if he has no such passkey. */
export const renamePasskey = async (db: Db, userId: number, id: number, name: string): Promise<boolean> => {
  const isOwnedByUser = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
  return (await db.update(passkeys).set({ name }).where(isOwnedByUser)).rowCount === 1;
};

/** Deletes one passkey of this user, those added since an instant, or all of them; returns how many. */
export const deletePasskeys = async (
  db: Db,
  userId: number,
  { id, since }: { id?: number; since?: Date | undefined } = {},
): Promise<number> => {
  const hasId = id === undefined ? undefined : eq(passkeys.id, id);
  const isAddedSince = since && gte(passkeys.createdAt, since);
  const { rowCount } = await db.delete(passkeys).where(and(eq(passkeys.userId, userId), hasId, isAddedSince));
  await countPasskeys(db, userId);
  return rowCount ?? 0;
};

// Updates `users.passkey_count`, in the transaction that changes the passkeys.
const countPasskeys = async (db: Db, userId: number) => {
  const passkeyCount = sql`(SELECT count(*) FROM ${passkeys} WHERE ${passkeys.userId} = ${userId})`;
  await db.update(users).set({ passkeyCount }).where(eq(users.id, userId));
};

/** Records the use of a passkey; false if the counter has not grown, which suggests a cloned authenticator. */
export const advanceCounter = async (db: Db, id: number, counter: number, now: Date): Promise<boolean> => {
  // Authenticators without a counter always send 0.
  const hasGrown = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter} = 0`));
  const { rowCount } = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), hasGrown));
  return rowCount === 1;
};

/** Stores a challenge, and deletes expired ones. */
export const createChallenge = async (db: Db, challenge: Challenge, now: Date): Promise<void> => {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
  await db.insert(passkeyChallenges).values(challenge);
};

/** Consumes a challenge; false if it has another purpose or user, was used, or has expired. */
export const consumeChallenge = async (
  db: Db,
  { challenge, purpose, userId }: Omit<Challenge, 'expiresAt'>,
  now: Date,
): Promise<boolean> => {
  const ownedByUser = userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId);
  const { rowCount } = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.purpose, purpose),
        ownedByUser,
        gt(passkeyChallenges.expiresAt, now),
      ),
    );
  return rowCount === 1;
};
