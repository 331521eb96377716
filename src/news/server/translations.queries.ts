import { and, eq } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { storyTranslations } from './translations.tables.ts';

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

/** Keeps a translation in place of that of an older version. */
export async function keepTranslation(db: Db, row: StoredTranslation): Promise<void> {
  const { storyId, language, ...changes } = row;
  await db
    .insert(storyTranslations)
    .values({ storyId, language, ...changes })
    .onConflictDoUpdate({ target: [storyTranslations.storyId, storyTranslations.language], set: changes });
}
