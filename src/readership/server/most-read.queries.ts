import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { categories } from '#src/news/schema/server/categories.tables.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import type { Db } from '#src/platform/database/db.ts';
import { mostRead, storyReads } from './readership.tables.ts';

export type MostReadRow = typeof mostRead.$inferSelect;

/**
 * The `length` stories of each language, and of each of its categories, with most reads on two days; those of `yesterday`
 * count `weight`.
 */
export async function rankStories(
  db: Db,
  { today, yesterday, weight, length }: { today: string; yesterday: string; weight: number; length: number },
): Promise<MostReadRow[]> {
  const { rows } = await db.execute<Record<keyof MostReadRow, unknown>>(sql`
    WITH scored AS (
      SELECT ${stories.id} AS id, ${stories.language} AS language, ${stories.categoryId} AS category,
        sum(${storyReads.reads} * CASE ${storyReads.day} WHEN ${today}::date THEN 1 ELSE ${weight}::float8 END) AS score
      FROM ${storyReads} JOIN ${stories} ON ${stories.id} = ${storyReads.storyId}
        LEFT JOIN ${categories} ON ${categories.id} = ${stories.categoryId}
      WHERE ${storyReads.day} IN (${today}, ${yesterday}) AND ${stories.status} = 'published'
        AND ${stories.deletedAt} IS NULL AND ${categories.hidden} IS NOT TRUE
      GROUP BY ${stories.id}
    ), placed AS (
      SELECT language, NULL::int AS category, id,
        row_number() OVER (PARTITION BY language ORDER BY score DESC, id DESC) AS place FROM scored WHERE score > 0
      UNION ALL
      SELECT language, category, id, row_number() OVER (PARTITION BY language, category ORDER BY score DESC, id DESC)
      FROM scored WHERE score > 0 AND category IS NOT NULL
    )
    SELECT language, category AS "categoryId", place::int, id AS "storyId" FROM placed WHERE place <= ${length}
    ORDER BY language, category NULLS FIRST, place`);
  return rows as unknown as MostReadRow[]; // the columns of the statement
}

/** What pages show now, in the order of `rankStories`. */
export const listMostRead = (db: Db): Promise<MostReadRow[]> =>
  db
    .select()
    .from(mostRead)
    .orderBy(asc(mostRead.language), sql`${mostRead.categoryId} NULLS FIRST`, asc(mostRead.place));

export async function replaceMostRead(tx: Db, rows: MostReadRow[]): Promise<void> {
  await tx.delete(mostRead);
  if (rows.length > 0) await tx.insert(mostRead).values(rows);
}

/** The ids of the most read stories of a language, of all categories or of the one with this slug, in their order. */
export async function listMostReadIds(db: Db, language: string, categorySlug?: string): Promise<number[]> {
  const rows = await db
    .select({ id: mostRead.storyId })
    .from(mostRead)
    .leftJoin(categories, eq(categories.id, mostRead.categoryId))
    .where(
      and(
        eq(mostRead.language, language),
        categorySlug === undefined ? isNull(mostRead.categoryId) : eq(categories.slug, categorySlug),
      ),
    )
    .orderBy(mostRead.place);
  return rows.map(({ id }) => id);
}
