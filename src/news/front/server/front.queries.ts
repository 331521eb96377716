import { and, desc, eq, sql } from 'drizzle-orm';
import { cardColumns, cards, inLanguage } from '#src/news/cards/server/cards.queries.ts';
import { categories, subCategories } from '#src/news/schema/server/categories.tables.ts';
import { frontPlaces } from '#src/news/schema/server/front-places.tables.ts';
import { pictures, stories } from '#src/news/schema/server/stories.tables.ts';
import { isPublic } from '#src/news/schema/story-conditions.queries.ts';
import type { Db } from '#src/platform/database/db.ts';

/** The first `perCategory` cards of every category on the board in board order, of all languages or of one, in one query. */
export function listBoard(db: Db, perCategory: number, language?: string) {
  const first = db.$with('first').as(
    db.select({ id: sql<number>`top.id`.as('story_id'), place: sql<number>`top.place`.as('place') }).from(
      sql`${categories} CROSS JOIN LATERAL (
        SELECT ${stories.id} AS id, row_number() OVER (ORDER BY ${stories.boardAt} DESC, ${stories.id} DESC) AS place
        FROM ${stories} WHERE ${stories.categoryId} = ${categories.id} AND ${isPublic} AND ${inLanguage(language)}
        ORDER BY ${stories.boardAt} DESC, ${stories.id} DESC LIMIT ${perCategory}) AS top WHERE NOT ${categories.hidden}`,
    ),
  );
  return db
    .with(first)
    .select(cardColumns)
    .from(first)
    .innerJoin(stories, eq(stories.id, first.id))
    .leftJoin(subCategories, eq(subCategories.id, stories.subCategoryId))
    .leftJoin(pictures, eq(pictures.id, stories.pictureId))
    .orderBy(first.place);
}

/** Public stories whose category was deleted. */
export const listUncategorized = (db: Db, limit: number, language?: string) =>
  cards(db)
    .where(and(isPublic, sql`${stories.categoryId} IS NULL`, inLanguage(language)))
    .orderBy(desc(stories.boardAt), desc(stories.id))
    .limit(limit);

/**
 * Cards of the public stories that editors put forward, in all languages or in one; those placed last first. By an array of
 * their ids, because PostgreSQL takes a small table that was never analyzed for a large one, and would read all stories.
 */
export const listPlaced = (db: Db, language?: string) =>
  db
    .select({ ...cardColumns, kind: frontPlaces.kind })
    .from(frontPlaces)
    .innerJoin(stories, eq(stories.id, frontPlaces.storyId))
    .leftJoin(categories, eq(categories.id, stories.categoryId))
    .leftJoin(subCategories, eq(subCategories.id, stories.subCategoryId))
    .leftJoin(pictures, eq(pictures.id, stories.pictureId))
    .where(
      and(
        sql`${stories.id} = ANY(ARRAY(SELECT story_id FROM ${frontPlaces}))`,
        isPublic,
        inLanguage(language),
        sql`${categories.hidden} IS NOT TRUE`,
      ),
    )
    .orderBy(desc(frontPlaces.placedAt), desc(frontPlaces.storyId));
export type PlacedRow = Awaited<ReturnType<typeof listPlaced>>[number];
