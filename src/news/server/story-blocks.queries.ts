import { and, exists, inArray, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { mediaFiles } from './media.tables.ts';
import { uses } from './pictures.queries.ts';
import { statedColumns } from './reading.queries.ts';
import { idIn, isPublic } from './stories.queries.ts';
import { pictures, stories } from './stories.tables.ts';

/** Pictures by id: all, or those that a public story shows. */
export function listBlockPictures(db: Db, ids: number[], onlyPublic: boolean) {
  const shown = db
    .select({ id: stories.id })
    .from(stories)
    .where(and(isPublic, uses(pictures.id)));
  return db
    .select({
      id: pictures.id,
      ...statedColumns,
      caption: pictures.caption,
      focusX: pictures.focusX,
      focusY: pictures.focusY,
    })
    .from(pictures)
    .where(and(inArray(pictures.id, ids), onlyPublic ? exists(shown) : undefined));
}

/** Those of the given stories that are public. */
export const listLinkedStories = (db: Db, ids: number[]) =>
  db
    .select({ id: stories.id, title: stories.title, language: stories.language })
    .from(stories)
    .where(and(isPublic, idIn(ids)));

/** Video and audio files by id: all, or those that a public story shows. */
export const listBlockFiles = (db: Db, ids: number[], onlyPublic: boolean) =>
  db
    .select()
    .from(mediaFiles)
    .where(
      and(
        inArray(mediaFiles.id, ids),
        onlyPublic
          ? sql`EXISTS (SELECT FROM ${stories} WHERE ${isPublic} AND ${stories.fileIds} @> ARRAY[${mediaFiles.id}])`
          : undefined,
      ),
    );

export type BlockFileRow = Awaited<ReturnType<typeof listBlockFiles>>[number];
