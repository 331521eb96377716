import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { isNotDeleted, isPublic } from './stories.queries.ts';
import { pictures, stories } from './stories.tables.ts';

interface Similar {
  title: string;
  language: string;
  /** The story itself. */
  id: number | undefined;
  since: Date;
  onlyPublic: boolean;
}

const likeness = (title: string) => sql`similarity(search_roman(${stories.title}), search_roman(${title}))`;

/** Stories with a similar title, the most similar first. By the letters of search, which are the same for all scripts. */
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

export const listPictureStatements = (db: Db, ids: number[]) =>
  db
    .select({ id: pictures.id, alt: pictures.alt, credit: pictures.credit })
    .from(pictures)
    .where(inArray(pictures.id, ids));
