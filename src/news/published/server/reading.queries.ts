import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import { storyAuthors } from '#src/news/authors/server/authors.queries.ts';
import { cardColumns } from '#src/news/cards/server/cards.queries.ts';
import { storyChangedAt } from '#src/news/live/server/live.queries.ts';
import { categories, subCategories } from '#src/news/schema/server/categories.tables.ts';
import { pictures, stories } from '#src/news/schema/server/stories.tables.ts';
import { series } from '#src/news/schema/server/topics.tables.ts';
import { idIn, isNotDeleted, isPublic } from '#src/news/schema/story-conditions.queries.ts';
import { publicMatching, type StoryFilter } from '#src/news/stories/server/stories.queries.ts';
import { storyTopics } from '#src/news/topics/server/topics.queries.ts';
import { ofRow } from '#src/platform/cache/recorded-queries.ts';
import type { Db } from '#src/platform/database/db.ts';

/** A picture with what readers see of the statements about it. */
export const readerColumns = {
  ...cardColumns.picture,
  alt: pictures.alt,
  credit: pictures.credit,
  licence: pictures.licence,
  licenceName: pictures.licenceName,
};

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

/** The given stories that are public, with the fields of a search result. */
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
