import { and, eq, exists, isNotNull, isNull, like, ne, or, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { recoveryCodes, users } from './accounts.tables.ts';
import { sessions } from './sessions.tables.ts';

export const replaceRecoveryCodes = async (db: Db, userId: number, codeHashes: string[]): Promise<void> => {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  if (codeHashes.length) await db.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ userId, codeHash })));
};

// Only argon2id hashes: earlier sets used a fast hash and are no longer valid (decision 084).
const unused = (userId: number) =>
  and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt), like(recoveryCodes.codeHash, '$argon2id$%'));

export const listRecoveryHashes = async (db: Db, userId: number): Promise<string[]> =>
  (await db.select({ hash: recoveryCodes.codeHash }).from(recoveryCodes).where(unused(userId))).map(({ hash }) => hash);

export const consumeRecoveryCode = async (db: Db, userId: number, codeHash: string, now: Date): Promise<boolean> => {
  const isThisCode = and(unused(userId), eq(recoveryCodes.codeHash, codeHash));
  const { rowCount } = await db.update(recoveryCodes).set({ usedAt: now }).where(isThisCode);
  return (rowCount ?? 0) > 0;
};

/** Accepts a code's time step, unless it or a later one has been used. */
export const consumeTotpStep = async (db: Db, id: number, step: number): Promise<boolean> => {
  const isLater = sql`coalesce(${users.totpLastStep}, 0) < ${step}`;
  const { rowCount } = await db
    .update(users)
    .set({ totpLastStep: step })
    .where(and(eq(users.id, id), isLater));
  return rowCount === 1;
};

/** Users with an authenticator app, also an unconfirmed one, and their encrypted secrets. */
export const listTotpSecrets = (db: Db) =>
  db
    .select({ id: users.id, totpSecret: users.totpSecret, totpPending: users.totpPending })
    .from(users)
    .where(or(isNotNull(users.totpSecret), isNotNull(users.totpPending)));

/** Replaces an encrypted secret, unless it has changed. */
export const replaceTotpSecret = async (
  db: Db,
  id: number,
  column: 'totpSecret' | 'totpPending',
  from: Buffer,
  to: Buffer,
): Promise<void> => {
  await db
    .update(users)
    .set({ [column]: to })
    .where(and(eq(users.id, id), eq(users[column], from)));
};

const withoutSecondStep = and(isNull(users.totpSecret), eq(users.passkeyCount, 0));

/** Sets the deadline of the newsroom's users without a second step who have logged in to it before. */
export const setTwoStepDue = async (db: Db, dueAt: Date): Promise<void> => {
  const newsroomLogins = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, users.id), eq(sessions.kind, 'admin')));
  await db
    .update(users)
    .set({ twoStepDueAt: dueAt })
    .where(and(ne(users.role, 'reader'), withoutSecondStep, isNull(users.twoStepDueAt), exists(newsroomLogins)));
};

export const clearTwoStepDue = async (db: Db): Promise<void> => {
  await db.update(users).set({ twoStepDueAt: null }).where(isNotNull(users.twoStepDueAt));
};
