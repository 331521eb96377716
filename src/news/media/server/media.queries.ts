import { and, desc, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { storyRevisions } from '#src/news/schema/server/revisions.tables.ts';
import { pictures, stories } from '#src/news/schema/server/stories.tables.ts';
import { workingCopies } from '#src/news/schema/server/working-copies.tables.ts';
import { isNotDeleted, isPublic } from '#src/news/schema/story-conditions.queries.ts';
import type { Position } from '#src/platform/database/cursors.ts';
import type { Db } from '#src/platform/database/db.ts';
import { containsPattern } from '#src/platform/database/like.ts';
import { hasStory, isAfter, usageColumns, usesPicture } from './media-uses.queries.ts';
import type { Picture } from './pictures.queries.ts';

const uses = usesPicture(pictures.id);
const usedBy = (condition: SQL) => hasStory(uses, condition);

const selectItems = (db: Db) =>
  db
    .select({ ...getTableColumns(pictures), uploader: users.name, ...usageColumns(uses) })
    .from(pictures)
    .leftJoin(users, eq(users.id, pictures.uploaderId));

export type PictureRow = Awaited<ReturnType<typeof listPictures>>[number];

export interface PictureFilter {
  words: string[];
  lacks?: 'alt' | 'credit' | undefined;
  unused?: boolean | undefined;
  /** Without the pictures of unpublished stories of others. */
  visibleTo?: number | undefined;
}

/**
 * Condition: pictures that a user finds in the library; `undefined` for the desk. Pictures that were uploaded with a story
 * belong to the library once it is saved.
 */
export const isListed = (visibleTo: number | undefined) =>
  or(
    eq(pictures.inLibrary, true),
    visibleTo === undefined
      ? usedBy(isNotDeleted)
      : sql`(${usedBy(isPublic)} OR (${pictures.uploaderId} = ${visibleTo} AND ${usedBy(isNotDeleted)}))`,
  );

const text = sql`concat_ws(' ', ${pictures.alt}, ${pictures.caption}, ${pictures.credit}, ${pictures.source},
  ${pictures.licenceName}, ${pictures.fileName})`;
const contains = (word: string) => {
  const pattern = containsPattern(word);
  return sql`(${text} ILIKE ${pattern} OR ${usedBy(sql`${isPublic} AND ${stories.title} ILIKE ${pattern}`)})`;
};

/** Pictures of the library, newest first, after a position. */
export const listPictures = (
  db: Db,
  { words, lacks, unused, visibleTo }: PictureFilter,
  limit: number,
  after?: Position,
) =>
  selectItems(db)
    .where(
      and(
        isListed(visibleTo),
        ...words.map(contains),
        lacks && eq(lacks === 'alt' ? pictures.alt : pictures.credit, ''),
        unused ? sql`NOT ${hasStory(uses)}` : undefined,
        isAfter(pictures, after),
      ),
    )
    .orderBy(desc(pictures.createdAt), desc(pictures.id))
    .limit(limit);

/** A picture of the library. */
export const findLibraryPicture = async (db: Db, id: number, visibleTo?: number): Promise<PictureRow | undefined> =>
  (await selectItems(db).where(and(eq(pictures.id, id), isListed(visibleTo))))[0];

export async function updatePicture(db: Db, id: number, change: Partial<typeof pictures.$inferInsert>): Promise<void> {
  await db.update(pictures).set(change).where(eq(pictures.id, id));
}

/** Whether an earlier version of a story, or a working copy, has the picture as its lead. */
export async function isUsedByVersions(db: Db, { id }: Pick<Picture, 'id'>): Promise<boolean> {
  const revisions = db.select({ id: storyRevisions.id }).from(storyRevisions).where(eq(storyRevisions.pictureId, id));
  if ((await revisions.limit(1)).length > 0) return true;
  const copies = db.select({ id: workingCopies.id }).from(workingCopies).where(eq(workingCopies.pictureId, id));
  return (await copies.limit(1)).length > 0;
}
