import { asc, eq, inArray, lt } from 'drizzle-orm';
import type { Db } from '../database/db.ts';
import { orphanedFiles } from './orphaned-files.tables.ts';

export async function insertOrphanedFiles(db: Db, keys: string[], now: Date): Promise<void> {
  if (keys.length)
    await db
      .insert(orphanedFiles)
      .values(keys.map((key) => ({ key, orphanedAt: now })))
      .onConflictDoNothing();
}

/** Takes files off the list. Returns which of them were on it. */
export const deleteOrphanedFiles = async (tx: Db, keys: string[]): Promise<string[]> =>
  (await tx.delete(orphanedFiles).where(inArray(orphanedFiles.key, keys)).returning()).map(({ key }) => key);

export const listOrphanedFiles = async (db: Db, before: Date, limit: number): Promise<string[]> =>
  (
    await db
      .select({ key: orphanedFiles.key })
      .from(orphanedFiles)
      .where(lt(orphanedFiles.orphanedAt, before))
      .orderBy(asc(orphanedFiles.orphanedAt))
      .limit(limit)
  ).map(({ key }) => key);

/** Locks one entry until the transaction ends; false if it does not exist. */
export const lockOrphanedFile = async (tx: Db, key: string): Promise<boolean> =>
  (await tx.select().from(orphanedFiles).where(eq(orphanedFiles.key, key)).for('update')).length === 1;
