import { and, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { storyRevisions } from './revisions.tables.ts';
import { isPublic } from './stories.queries.ts';
import { type PictureVariant, pictures, stories } from './stories.tables.ts';
import { workingCopies } from './working-copies.tables.ts';

export type Picture = typeof pictures.$inferSelect;
export type NewPicture = typeof pictures.$inferInsert;

export async function createPicture(db: Db, picture: NewPicture): Promise<number> {
  const [created] = await db.insert(pictures).values(picture).returning({ id: pictures.id });
  return (created as { id: number }).id; // an insert without conflict returns its row
}

export const findPicture = async (db: Db, id: number): Promise<Picture | undefined> =>
  (await db.select().from(pictures).where(eq(pictures.id, id)))[0];

/** Locks pictures until the transaction ends, ordered by id to avoid deadlocks. */
export const lockPictures = (tx: Db, ids: number[]): Promise<Picture[]> =>
  tx.select().from(pictures).where(inArray(pictures.id, ids)).orderBy(pictures.id).for('update');

/** Condition: stories that use a picture, as the lead or in the text. */
export const uses = (id: number | SQLWrapper) =>
  sql`(${stories.pictureId} = ${id} OR ${stories.pictureIds} @> ARRAY[${id}]::integer[])`;

/** Whether a public story shows the picture. */
export async function isShown(db: Db, id: number): Promise<boolean> {
  const shown = db
    .select({ id: stories.id })
    .from(stories)
    .where(and(isPublic, uses(id)));
  return (await shown.limit(1)).length > 0;
}

/** Pictures of drafts, of scheduled stories and of stories in the trash. */
export const listWithheldPictures = (db: Db, after: number, limit: number): Promise<{ id: number }[]> =>
  db
    .select({ id: pictures.id })
    .from(pictures)
    .where(
      sql`${pictures.id} > ${after} AND ${pictures.id} IN (
        SELECT unnest(${stories.pictureIds} || ${stories.pictureId}) FROM ${stories} WHERE NOT (${isPublic}))`,
    )
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

/**
 * Pictures created before `before` that are not in the library and that no story, revision or working copy shows: their
 * story was never stored.
 */
export const listUnusedPictures = (db: Db, before: Date, limit: number): Promise<Picture[]> =>
  db
    .select()
    .from(pictures)
    .where(
      sql`${pictures.createdAt} < ${before.toISOString()}::timestamptz AND NOT ${pictures.inLibrary}
        AND NOT EXISTS (SELECT FROM ${stories} WHERE ${stories.pictureId} = ${pictures.id})
        AND NOT EXISTS (SELECT FROM ${stories} WHERE ${stories.pictureIds} @> ARRAY[${pictures.id}])
        AND NOT EXISTS (SELECT FROM ${storyRevisions} WHERE ${storyRevisions.pictureId} = ${pictures.id})
        AND NOT EXISTS (SELECT FROM ${workingCopies} WHERE ${workingCopies.pictureId} = ${pictures.id})`,
    )
    .limit(limit);

export async function deletePicture(db: Db, id: number): Promise<void> {
  await db.delete(pictures).where(eq(pictures.id, id));
}
