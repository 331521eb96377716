import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import type { MediaFileType } from '#src/news/schema/columns.rules.ts';
import { mediaFiles } from '#src/news/schema/server/media.tables.ts';
import { isPublic } from '#src/news/schema/story-conditions.queries.ts';
import type { Position } from '#src/platform/database/cursors.ts';
import type { Db } from '#src/platform/database/db.ts';
import { containsPattern } from '#src/platform/database/like.ts';
import { hasStory, isAfter, usageColumns, usesFile } from './media-uses.queries.ts';

export type MediaFile = typeof mediaFiles.$inferSelect;

const uses = usesFile(mediaFiles.id);

const selectFiles = (db: Db) =>
  db
    .select({ ...getTableColumns(mediaFiles), uploader: users.name, ...usageColumns(uses) })
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
        // A file has no alternative text that it could lack.
        lacks && (lacks === 'alt' ? sql`false` : eq(mediaFiles.credit, '')),
        unused ? sql`NOT ${hasStory(uses)}` : undefined,
        isAfter(mediaFiles, after),
      ),
    )
    .orderBy(desc(mediaFiles.createdAt), desc(mediaFiles.id))
    .limit(limit);

export const findMediaFile = async (db: Db, id: number): Promise<MediaFileRow | undefined> =>
  (await selectFiles(db).where(eq(mediaFiles.id, id)))[0];

/** Locks files until the transaction ends, ordered by id to avoid deadlocks. */
export const lockMediaFiles = (tx: Db, ids: number[]): Promise<MediaFile[]> =>
  tx.select().from(mediaFiles).where(inArray(mediaFiles.id, ids)).orderBy(mediaFiles.id).for('no key update');

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

/** Files that no public story shows. */
export const listWithheldFiles = (db: Db, after: number, limit: number): Promise<{ id: number }[]> =>
  db
    .select({ id: mediaFiles.id })
    .from(mediaFiles)
    .where(sql`${mediaFiles.id} > ${after} AND NOT ${hasStory(uses, isPublic)}`)
    .orderBy(mediaFiles.id)
    .limit(limit);
