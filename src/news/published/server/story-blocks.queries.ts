import { and, inArray, or, type SQL, sql } from 'drizzle-orm';
import { hasStory, usesFile, usesPicture } from '#src/news/media/server/media-uses.queries.ts';
import { mediaFiles } from '#src/news/schema/server/media.tables.ts';
import { pictures, stories } from '#src/news/schema/server/stories.tables.ts';
import { idIn, isPublic } from '#src/news/schema/story-conditions.queries.ts';
import type { Db } from '#src/platform/database/db.ts';
import { readerColumns } from './reading.queries.ts';

// One parameter: a newspaper has more pictures than a statement may have parameters.
const isAmong = (ids: number[]) => sql`${pictures.id} = ANY(${sql.param(ids)}::integer[])`;

/** Pictures by id, of those that a public story shows or that satisfy `isVisible`. */
export const listBlockPictures = (db: Db, ids: number[], isVisible?: SQL) =>
  db
    .select({
      id: pictures.id,
      ...readerColumns,
      caption: pictures.caption,
      focusX: pictures.focusX,
      focusY: pictures.focusY,
    })
    .from(pictures)
    .where(and(isAmong(ids), or(hasStory(usesPicture(pictures.id), isPublic), isVisible)));

/** The given stories that are public. */
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
    .where(and(inArray(mediaFiles.id, ids), onlyPublic ? hasStory(usesFile(mediaFiles.id), isPublic) : undefined));

export type BlockFileRow = Awaited<ReturnType<typeof listBlockFiles>>[number];
