import type { Db } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { lockAdmins } from './users.queries.ts';

/**
 * Throws `conflict` for the last admin, because only admins can assign roles. Locks the admins, so that two cannot
 * remove each other.
 */
export async function requireOtherAdmin(tx: Db, id: number): Promise<void> {
  const admins = await lockAdmins(tx);
  if (admins.length === 1 && admins.includes(id)) throw new AppError('conflict', 'accounts.lastAdmin');
}
