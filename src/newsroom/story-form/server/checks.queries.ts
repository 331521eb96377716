import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { mediaFiles } from '#src/news/schema/server/media.tables.ts';
import { pictures, stories } from '#src/news/schema/server/stories.tables.ts';
import { isNotDeleted, isPublic } from '#src/news/schema/story-conditions.queries.ts';
import type { Db } from '#src/platform/database/db.ts';

interface Similar {
  title: string;
  language: string;
  /** The story itself. */
  id: number | undefined;
  since: Date;
  onlyPublic: boolean;
}

const likeness = (title: string) => sql`similarity(search_roman(${stories.title}), search_roman(${title}))`;

/** Stories with a similar title, the most similar first. Compares their romanized forms, as the search does. */
export const listSimilar = (db: Db, { title, language, id, since, onlyPublic }: Similar, limit: number) =>
  db
    .select({ id: stories.id, title: stories.title })
    .from(stories)
    .where(
      and(
        onlyPublic ? isPublic : isNotDeleted,
        eq(stories.language, language),
        sql`${stories.createdAt} >= ${since.toISOString()}::timestamptz`,
        id === undefined ? undefined : ne(stories.id, id),
        sql`${likeness(title)} >= 0.6`,
      ),
    )
    .orderBy(desc(likeness(title)), desc(stories.id))
    .limit(limit);

const statements = { id: pictures.id, name: pictures.name, alt: pictures.alt, credit: pictures.credit };

/** Alternative texts and credits of pictures by their ids, and of one by its name. */
export const listPictureStatements = (db: Db, ids: number[], name: string) =>
  db
    .select(statements)
    .from(pictures)
    .where(or(inArray(pictures.id, ids), eq(pictures.name, name)));

export const listFileIds = async (db: Db, ids: number[]): Promise<number[]> =>
  (await db.select({ id: mediaFiles.id }).from(mediaFiles).where(inArray(mediaFiles.id, ids))).map(({ id }) => id);
