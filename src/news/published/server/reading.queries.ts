import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { languages } from '#src/messages/languages.ts';
import { storyAuthors } from '#src/news/authors/server/authors.queries.ts';
import { storyChangedAt } from '#src/news/live/server/live.queries.ts';
import { categories, subCategories } from '#src/news/schema/server/categories.tables.ts';
import { frontPlaces } from '#src/news/schema/server/front-places.tables.ts';
import { pictures, stories } from '#src/news/schema/server/stories.tables.ts';
import { series } from '#src/news/schema/server/topics.tables.ts';
import {
  idIn,
  isNotDeleted,
  isPublic,
  matching,
  publicMatching,
  type StoryFilter,
} from '#src/news/stories/server/stories.queries.ts';
import { storyTopics } from '#src/news/topics/server/topics.queries.ts';
import { ofRow } from '#src/platform/cache/recorded-queries.ts';
import type { Position } from '#src/platform/database/cursors.ts';
import type { Db } from '#src/platform/database/db.ts';

export const cardColumns = {
  id: stories.id,
  title: stories.title,
  summary: stories.summary,
  categoryId: stories.categoryId,
  subCategory: { name: subCategories.name, names: subCategories.names },
  submenu: stories.submenu,
  language: stories.language,
  createdAt: stories.createdAt,
  imageFocusX: stories.imageFocusX,
  imageFocusY: stories.imageFocusY,
  picture: {
    name: pictures.name,
    width: pictures.width,
    height: pictures.height,
    colour: pictures.colour,
    variants: pictures.variants,
  },
};

/** A picture with what readers see of the statements about it. */
export const readerColumns = {
  ...cardColumns.picture,
  alt: pictures.alt,
  credit: pictures.credit,
  licence: pictures.licence,
  licenceName: pictures.licenceName,
};

const cards = (db: Db) =>
  db
    .select(cardColumns)
    .from(stories)
    .leftJoin(subCategories, eq(subCategories.id, stories.subCategoryId))
    .leftJoin(pictures, eq(pictures.id, stories.pictureId));

export type CardRow = Awaited<ReturnType<typeof listCards>>[number];

/** Cards of public stories, newest first, after a position. */
export const listCards = (db: Db, filter: StoryFilter, limit: number, after?: Position) =>
  cards(db).where(publicMatching(filter, after)).orderBy(desc(stories.createdAt), desc(stories.id)).limit(limit);

/** Cards of those of the given stories that are public. */
export const listCardsOf = (db: Db, ids: number[]) => cards(db).where(and(isPublic, idIn(ids)));

export type HeadlineRow = Awaited<ReturnType<typeof listHeadlines>>[number];

/** The headlines of those of the given stories that are public. */
export const listHeadlines = (db: Db, ids: number[]) =>
  db
    .select({ id: stories.id, title: stories.title, language: stories.language, createdAt: stories.createdAt })
    .from(stories)
    .where(and(isPublic, idIn(ids)));

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

const inLanguage = (language: string | undefined) =>
  language === undefined ? sql`true` : sql`${stories.language} = ${language}`;

/** Cards of stories that are in another language and have no version in this one, newest first. */
export function listForeignCards(db: Db, language: string, filter: StoryFilter, limit: number) {
  const others = Object.keys(languages).filter((other) => other !== language);
  const wanted = sql`${isPublic} AND ${matching(filter) ?? sql`true`}
    AND NOT EXISTS (SELECT FROM ${stories} AS own WHERE own.version_group = ${stories.versionGroup}
      AND own.language = ${language} AND own.status = 'published' AND own.deleted_at IS NULL)`;
  // One index scan for each language, which ends with its newest stories. Each is planned with its language: for one that
  // is not known yet PostgreSQL expects many stories, and would search all for those of a rare language.
  const ofEach = sql.join(
    others.map(
      (other) => sql`(SELECT ${stories.id} FROM ${stories} WHERE ${stories.language} = ${other} AND ${wanted}
        ORDER BY ${stories.createdAt} DESC, ${stories.id} DESC LIMIT ${limit})`,
    ),
    sql` UNION ALL `,
  );
  // Of a topic or an author there may be none, and these scans would read all stories. OFFSET keeps the planner from
  // searching the newest first.
  const found = sql`SELECT found.id FROM (
    SELECT ${stories.id} AS id, ${stories.createdAt} AS created_at FROM ${stories}
    WHERE ${stories.language} <> ${language} AND ${wanted} OFFSET 0) AS found
    ORDER BY found.created_at DESC, found.id DESC LIMIT ${limit}`;
  const isOfFew = filter.topicId !== undefined || filter.topicIds !== undefined || filter.authorIds !== undefined;
  return cards(db)
    .where(sql`${stories.id} = ANY(ARRAY(${isOfFew ? found : ofEach}))`)
    .orderBy(desc(stories.createdAt), desc(stories.id))
    .limit(limit);
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

/** The public stories of a group of language versions. */
export const listVersions = (db: Db, group: number) =>
  db
    .select({ id: stories.id, language: stories.language })
    .from(stories)
    .where(and(isPublic, eq(stories.versionGroup, group)))
    .orderBy(stories.id);

/** The data of a story page. */
export const findPublicStory = (db: Db, id: number) =>
  ofRow('stories', id, async () => (await selectStoryPage(db).where(and(isPublic, eq(stories.id, id))))[0]);

/** The same for a story that need not be public, but is not in the trash. */
export const findStoryToPreview = async (db: Db, id: number) =>
  (await selectStoryPage(db).where(and(isNotDeleted, eq(stories.id, id))))[0];

export type StoryPageRow = Awaited<ReturnType<typeof findStoryToPreview>> & object;

const selectStoryPage = (db: Db) =>
  db
    .select({
      ...getTableColumns(stories),
      ...cardColumns,
      picture: readerColumns,
      authors: storyAuthors,
      topics: storyTopics,
      series: { id: series.id, title: series.title, slug: series.slug, language: series.language },
      pictureShaped: pictures.shaped,
      subSlug: subCategories.slug,
      category: { name: categories.name, slug: categories.slug, names: categories.names },
    })
    .from(stories)
    .leftJoin(categories, eq(categories.id, stories.categoryId))
    .leftJoin(subCategories, eq(subCategories.id, stories.subCategoryId))
    .leftJoin(pictures, eq(pictures.id, stories.pictureId))
    .leftJoin(series, eq(series.id, stories.seriesId));

/** The newest stories, with the fields of a feed. */
export const listFeedStories = (db: Db, filter: StoryFilter, limit: number) =>
  db
    .select({
      id: stories.id,
      title: stories.title,
      summary: stories.summary,
      author: stories.author,
      category: { name: categories.name, names: categories.names },
      language: stories.language,
      versionGroup: stories.versionGroup,
      createdAt: stories.createdAt,
      updatedAt: storyChangedAt,
      picture: { name: pictures.name, width: pictures.width, height: pictures.height },
    })
    .from(stories)
    .leftJoin(categories, eq(categories.id, stories.categoryId))
    .leftJoin(pictures, eq(pictures.id, stories.pictureId))
    .where(publicMatching(filter))
    .orderBy(desc(stories.createdAt), desc(stories.id))
    .limit(limit);

/** The languages of the given stories, and the slugs of their categories. */
export const listFeedKeys = (db: Db, ids: number[]) =>
  db
    .selectDistinct({ language: stories.language, slug: categories.slug })
    .from(stories)
    .leftJoin(categories, eq(categories.id, stories.categoryId))
    .where(idIn(ids));

/** Those of the given stories that are public, with the fields of a search result. */
export const listFoundStories = (db: Db, ids: number[]) =>
  db
    .select({
      id: stories.id,
      title: stories.title,
      body: stories.body,
      category: { name: categories.name, names: categories.names },
      language: stories.language,
      createdAt: stories.createdAt,
      imageFocusX: stories.imageFocusX,
      imageFocusY: stories.imageFocusY,
      picture: { name: pictures.name, variants: pictures.variants },
    })
    .from(stories)
    .leftJoin(categories, eq(categories.id, stories.categoryId))
    .leftJoin(pictures, eq(pictures.id, stories.pictureId))
    .where(and(isPublic, idIn(ids)));

export const listTitles = (db: Db, ids: number[]) =>
  db
    .select({ id: stories.id, title: stories.title })
    .from(stories)
    .where(and(isPublic, idIn(ids)));
