import { and, eq, inArray, sql } from 'drizzle-orm';
import { storyRevisions } from '#src/news/schema/server/revisions.tables.ts';
import { type PictureVariant, pictures, stories } from '#src/news/schema/server/stories.tables.ts';
import { workingCopies } from '#src/news/schema/server/working-copies.tables.ts';
import { isPublic } from '#src/news/schema/story-conditions.queries.ts';
import type { Db } from '#src/platform/database/db.ts';
import { hasStory, usesPicture } from './media-uses.queries.ts';

export type Picture = typeof pictures.$inferSelect;
export type NewPicture = typeof pictures.$inferInsert;

export async function createPicture(db: Db, picture: NewPicture): Promise<number> {
  const [created] = await db.insert(pictures).values(picture).returning({ id: pictures.id });
  return (created as { id: number }).id; // an insert without conflict returns its row
}

export const findPicture = async (db: Db, id: number): Promise<Picture | undefined> =>
  (await db.select().from(pictures).where(eq(pictures.id, id)))[0];

/**
 * Locks pictures until the transaction ends, ordered by id to avoid deadlocks. By default other stories may begin to
 * refer to them: otherwise two stories with one picture would wait for each other. Take `update` before a deletion.
 */
export const lockPictures = (
  tx: Db,
  ids: number[],
  strength: 'no key update' | 'update' = 'no key update',
): Promise<Picture[]> => tx.select().from(pictures).where(inArray(pictures.id, ids)).orderBy(pictures.id).for(strength);

/** Pictures that no public story shows. */
export const listWithheldPictures = (db: Db, after: number, limit: number): Promise<{ id: number }[]> =>
  db
    .select({ id: pictures.id })
    .from(pictures)
    .where(sql`${pictures.id} > ${after} AND NOT ${hasStory(usesPicture(pictures.id), isPublic)}`)
    .orderBy(pictures.id)
    .limit(limit);

export async function addVariants(db: Db, id: number, variants: PictureVariant[]): Promise<void> {
  const added = sql`${pictures.variants} || ${JSON.stringify(variants)}::jsonb`;
  await db.update(pictures).set({ variants: added }).where(eq(pictures.id, id));
}

/** Notes that the crops of a picture exist, unless its file has been replaced. */
export async function markCropped(db: Db, { id, name }: Pick<Picture, 'id' | 'name'>): Promise<void> {
  await db
    .update(pictures)
    .set({ shaped: true })
    .where(and(eq(pictures.id, id), eq(pictures.name, name)));
}

// Not in the library, and no story, revision or working copy shows it: its story was never stored.
const isUnused = sql`NOT ${pictures.inLibrary}
  AND NOT EXISTS (SELECT FROM ${stories} WHERE ${stories.pictureId} = ${pictures.id})
  AND NOT EXISTS (SELECT FROM ${stories} WHERE ${stories.pictureIds} @> ARRAY[${pictures.id}])
  AND NOT EXISTS (SELECT FROM ${storyRevisions} WHERE ${storyRevisions.pictureId} = ${pictures.id})
  AND NOT EXISTS (SELECT FROM ${workingCopies} WHERE ${workingCopies.pictureId} = ${pictures.id})`;

/** Pictures created before `before` that nothing uses. */
export const listUnusedPictures = (db: Db, before: Date, limit: number): Promise<{ id: number }[]> =>
  db
    .select({ id: pictures.id })
    .from(pictures)
    .where(sql`${pictures.createdAt} < ${before.toISOString()}::timestamptz AND ${isUnused}`)
    .limit(limit);

/** Locks a picture against any use, if it is still unused. */
export async function lockUnusedPicture(tx: Db, id: number): Promise<Picture | undefined> {
  await lockPictures(tx, [id], 'update');
  // A separate query, which sees what was committed while it waited for the lock.
  return (
    await tx
      .select()
      .from(pictures)
      .where(and(eq(pictures.id, id), isUnused))
  )[0];
}

export async function deletePicture(db: Db, id: number): Promise<void> {
  await db.delete(pictures).where(eq(pictures.id, id));
}
