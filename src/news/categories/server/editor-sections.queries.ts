import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { categories } from '#src/news/schema/server/categories.tables.ts';
import { editorSections } from '#src/news/schema/server/editor-sections.tables.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Sections } from '../section-rights.rules.ts';

const isLimited = and(eq(users.role, 'editor'), eq(users.limitedToSections, true), isNull(users.deletedAt));

/**
 * The sections of an editor, by id; null if he is not limited. With `lock`, a change of them waits until the transaction
 * ends.
 */
export async function findSections(db: Db, userId: number, lock = false): Promise<Sections> {
  const user = db
    .select({ role: users.role, isLimited: users.limitedToSections })
    .from(users)
    .where(eq(users.id, userId));
  const [editor] = await (lock ? user.for('share') : user);
  // He is no editor any more: his session has just ended.
  if (editor?.role !== 'editor') return [];
  if (!editor.isLimited) return null;
  const rows = db.select({ id: editorSections.categoryId }).from(editorSections);
  return (await rows.where(eq(editorSections.userId, userId))).map(({ id }) => id);
}

/** The limited editors, with the ids of their sections in the order of the newspaper. */
export const listSections = (db: Db): Promise<{ id: number; sections: number[] }[]> =>
  db
    .select({
      id: users.id,
      sections: sql<number[]>`coalesce(array_agg(${categories.id} ORDER BY ${categories.position})
        FILTER (WHERE ${categories.id} IS NOT NULL), '{}')`,
    })
    .from(users)
    .leftJoin(editorSections, eq(editorSections.userId, users.id))
    .leftJoin(categories, eq(categories.id, editorSections.categoryId))
    .where(isLimited)
    .groupBy(users.id)
    .orderBy(asc(users.id))
    .limit(1000);

/** Replaces the sections of an editor. */
export async function saveSections(tx: Db, userId: number, ids: readonly number[]): Promise<void> {
  await tx.delete(editorSections).where(eq(editorSections.userId, userId));
  if (ids.length === 0) return;
  await tx.insert(editorSections).values(ids.map((categoryId) => ({ userId, categoryId })));
}

/** The editors of a category that is merged into another one get the latter. */
export async function mergeSections(tx: Db, from: number, to: number): Promise<void> {
  const editors = await tx
    .delete(editorSections)
    .where(eq(editorSections.categoryId, from))
    .returning({ userId: editorSections.userId });
  if (editors.length === 0) return;
  await tx
    .insert(editorSections)
    .values(editors.map(({ userId }) => ({ userId, categoryId: to })))
    .onConflictDoNothing();
}
