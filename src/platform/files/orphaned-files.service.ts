// The file storage is not transactional. So that a crash leaves no unreferenced file behind, a file is on the list of
// orphaned files whenever no row refers to it: it is listed before it is stored, taken off in the transaction that
// writes its row, and listed again in the transaction that deletes its row. A job removes files that are listed for a
// day.
import { areRemovalsDeferred } from '../backup/removals.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/db.ts';
import { deleteOrphanedFiles, insertOrphanedFiles, lockOrphanedFile } from './orphaned-files.queries.ts';

/**
 * Lists files as orphaned. Before files are stored, pass the pool, so that the entry is committed first. When their row
 * is deleted, pass that transaction, and call `removeOrphaned` after the commit. A key that ends with a slash is a
 * prefix.
 */
export const markOrphaned = ({ now }: Pick<Context, 'now'>, db: Db, keys: string[]): Promise<void> =>
  insertOrphanedFiles(db, keys, now());

/** Takes files off the list in the transaction that writes the row that refers to them. Throws if they were removed. */
export async function adoptFiles(tx: Db, keys: string[]): Promise<void> {
  const adopted = await deleteOrphanedFiles(tx, keys);
  if (adopted.length !== keys.length) throw new Error(`Removed as orphaned before their row was written: ${keys}`);
}

/**
 * Removes those of these files that are still on the list. The entry is locked meanwhile, so a transaction that adopts
 * the files has either committed before or fails. The entry is deleted last, so that the job retries after a crash.
 * While a backup copies files, they stay, and the job removes them a day later.
 */
export async function removeOrphaned({ db, files }: Pick<Context, 'db' | 'files'>, keys: string[]): Promise<void> {
  if (keys.length === 0 || (await areRemovalsDeferred(db))) return;
  for (const key of keys)
    await db.transaction(async (tx) => {
      if (!(await lockOrphanedFile(tx, key))) return;
      await (key.endsWith('/') ? files.removeAll(key) : files.remove(key));
      // Asked last: a backup that has begun in the meantime may have deferred this one.
      if (!(await areRemovalsDeferred(db))) await deleteOrphanedFiles(tx, [key]);
    });
}
