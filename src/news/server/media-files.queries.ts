import { and, desc, eq, getTableColumns, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { users } from '#src/accounts/server/accounts.tables.ts';
import type { Position } from '#src/platform/cursors.ts';
import type { Db } from '#src/platform/db.ts';
import { containsPattern } from '#src/platform/like.ts';
import type { MediaFileType } from '../media-files.rules.ts';
import { mediaFiles } from './media.tables.ts';
import { isPublic } from './stories.queries.ts';
import { stories } from './stories.tables.ts';

export type MediaFile = typeof mediaFiles.$inferSelect;

const usesFile = (id: number | SQLWrapper) => sql`${stories.fileIds} @> ARRAY[${id}]::integer[]`;
const usedBy = (condition: SQL) =>
  sql`EXISTS (SELECT FROM ${stories} WHERE ${usesFile(mediaFiles.id)} AND ${condition})`;

const selectFiles = (db: Db) =>
  db
    .select({
      ...getTableColumns(mediaFiles),
      uploader: users.name,
      publicIn: sql<(number | null)[]>`ARRAY(
        SELECT DISTINCT ${stories.categoryId} FROM ${stories} WHERE ${usesFile(mediaFiles.id)} AND ${isPublic})`,
    })
    .from(mediaFiles)
    .leftJoin(users, eq(users.id, mediaFiles.uploaderId));

export type MediaFileRow = Awaited<ReturnType<typeof listMediaFiles>>[number];

const text = sql`concat_ws(' ', ${mediaFiles.title}, ${mediaFiles.caption}, ${mediaFiles.credit}, ${mediaFiles.source},
  ${mediaFiles.licenceName}, ${mediaFiles.fileName})`;

interface FileFilter {
  types: MediaFileType[];
  words: string[];
  lacks?: 'alt' | 'credit' | undefined;
  unused?: boolean | undefined;
}

/** Files of the library, newest first, after a position. */
export const listMediaFiles = (db: Db, { types, words, lacks, unused }: FileFilter, limit: number, after?: Position) =>
  selectFiles(db)
    .where(
      and(
        inArray(mediaFiles.type, types),
        ...words.map((word) => sql`${text} ILIKE ${containsPattern(word)}`),
        lacks === 'credit' ? eq(mediaFiles.credit, '') : undefined,
        unused ? sql`NOT ${usedBy(sql`true`)}` : undefined,
        after &&
          sql`(${mediaFiles.createdAt}, ${mediaFiles.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::integer)`,
      ),
    )
    .orderBy(desc(mediaFiles.createdAt), desc(mediaFiles.id))
    .limit(limit);

export const findMediaFile = async (db: Db, id: number): Promise<MediaFileRow | undefined> =>
  (await selectFiles(db).where(eq(mediaFiles.id, id)))[0];

/** The stories that use a file, also those in the trash, newest first. */
export const listFileUses = (db: Db, id: number) =>
  db
    .select({
      id: stories.id,
      title: stories.title,
      status: stories.status,
      authorId: stories.authorId,
      categoryId: stories.categoryId,
      deletedAt: stories.deletedAt,
    })
    .from(stories)
    .where(usesFile(id))
    .orderBy(desc(stories.id));

/** Locks files until the transaction ends, ordered by id to avoid deadlocks. */
export const lockMediaFiles = (tx: Db, ids: number[]): Promise<MediaFile[]> =>
  tx.select().from(mediaFiles).where(inArray(mediaFiles.id, ids)).orderBy(mediaFiles.id).for('update');

/** Whether a public story shows the file. */
export async function isFileShown(db: Db, id: number): Promise<boolean> {
  const shown = db
    .select({ id: stories.id })
    .from(stories)
    .where(and(isPublic, usesFile(id)));
  return (await shown.limit(1)).length > 0;
}

export async function createMediaFile(tx: Db, file: typeof mediaFiles.$inferInsert): Promise<number> {
  const [created] = await tx.insert(mediaFiles).values(file).returning({ id: mediaFiles.id });
  return (created as { id: number }).id; // an insert without conflict returns its row
}

export async function updateMediaFile(tx: Db, id: number, change: Partial<MediaFile>): Promise<void> {
  await tx.update(mediaFiles).set(change).where(eq(mediaFiles.id, id));
}

export async function deleteMediaFile(tx: Db, id: number): Promise<void> {
  await tx.delete(mediaFiles).where(eq(mediaFiles.id, id));
}

/** Files in the texts of stories that are not public. */
export const listWithheldFiles = (db: Db, after: number, limit: number): Promise<{ id: number }[]> =>
  db
    .select({ id: mediaFiles.id })
    .from(mediaFiles)
    .where(
      sql`${mediaFiles.id} > ${after} AND ${mediaFiles.id} IN (
        SELECT unnest(${stories.fileIds}) FROM ${stories} WHERE NOT (${isPublic}))`,
    )
    .orderBy(mediaFiles.id)
    .limit(limit);
