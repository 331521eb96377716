import { and, desc, eq } from 'drizzle-orm';
import { clips } from '#src/epaper/pages/server/clips.tables.ts';
import { isPublished } from '#src/epaper/pages/server/editions.queries.ts';
import { editions } from '#src/epaper/pages/server/editions.tables.ts';
import type { Db } from '#src/platform/database/db.ts';

export type ClipRow = typeof clips.$inferSelect;

export async function createClip(db: Db, clip: typeof clips.$inferInsert): Promise<ClipRow> {
  const [created] = await db.insert(clips).values(clip).returning();
  return created as ClipRow; // an insert without conflict returns its row
}

/** A clip of a published edition, with the edition. */
export const findClip = async (db: Db, code: string) =>
  (
    await db
      .select({ clip: clips, edition: editions })
      .from(clips)
      .innerJoin(editions, eq(editions.id, clips.editionId))
      .where(and(eq(clips.code, code), isPublished))
  )[0];

export const listClipsBy = (db: Db, userId: number, limit: number): Promise<ClipRow[]> =>
  db.select().from(clips).where(eq(clips.madeBy, userId)).orderBy(desc(clips.id)).limit(limit);

export async function anonymizeClips(db: Db, userId: number): Promise<void> {
  await db.update(clips).set({ madeBy: null }).where(eq(clips.madeBy, userId));
}
