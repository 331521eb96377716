import { randomBytes } from 'node:crypto';
import { hasExpired, hashPassword } from '#src/accounts/users/server/password-hashing.service.ts';
import {
  createUser,
  findUserByEmail,
  hasAdmin,
  listAdmins,
  updateUser,
} from '#src/accounts/users/server/users.queries.ts';
import type { Db } from '#src/platform/database/db.ts';
import { dayMs } from '#src/rules/calendar.rules.ts';

/** Whether there is an admin; a new database has none. */
export const hasNewsroom = (db: Db): Promise<boolean> => hasAdmin(db);

/** How long a generated password is accepted. */
const initialPasswordMs = 7 * dayMs;

interface AdminOptions {
  email: string | undefined;
  password: string | undefined;
  now: Date;
}

/**
 * Creates the first admin if there is none, and gives the only one a new password if his generated one has expired. Returns
 * the login to print, with the password only if it was generated.
 */
export async function ensureAdmin(db: Db, { email = 'admin@news-wing.local', password, now }: AdminOptions) {
  const [only, ...others] = await listAdmins(db);
  const lockedOut = others.length === 0 && hasExpired(only, now) ? only : undefined;
  if (!lockedOut && (await hasAdmin(db))) return undefined;
  const initialPassword = password ?? randomBytes(16).toString('base64url');
  const values = {
    passwordHash: await hashPassword(initialPassword),
    passwordExpiresAt: password ? null : new Date(now.getTime() + initialPasswordMs),
    role: 'admin',
    emailConfirmedAt: now, // the operator of the site has chosen the address
  } as const;
  // The address may belong to a reader already; then the reader becomes the admin.
  const account = lockedOut ?? (await findUserByEmail(db, email));
  if (account) await updateUser(db, account.id, { ...values, disabledAt: null }, now);
  else await createUser(db, { name: 'Editor', email, ...values });
  return { email: account?.email ?? email, password: password ? undefined : initialPassword };
}
