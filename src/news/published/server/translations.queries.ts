import { and, eq, lte } from 'drizzle-orm';
import { storyTranslations } from '#src/news/schema/server/translations.tables.ts';
import type { Db } from '#src/platform/database/db.ts';

export type StoredTranslation = typeof storyTranslations.$inferSelect;

export async function findTranslation(
  db: Db,
  storyId: number,
  language: string,
): Promise<StoredTranslation | undefined> {
  const [row] = await db
    .select()
    .from(storyTranslations)
    .where(and(eq(storyTranslations.storyId, storyId), eq(storyTranslations.language, language)));
  return row;
}

/** Upserts a translation, unless the stored one is of a newer version. */
export async function saveTranslation(db: Db, row: StoredTranslation): Promise<void> {
  const { storyId, language, ...changes } = row;
  await db
    .insert(storyTranslations)
    .values({ storyId, language, ...changes })
    .onConflictDoUpdate({
      target: [storyTranslations.storyId, storyTranslations.language],
      set: changes,
      setWhere: lte(storyTranslations.version, row.version),
    });
}
