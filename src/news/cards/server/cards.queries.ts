import { and, desc, eq, sql } from 'drizzle-orm';
import { languages } from '#src/messages/languages.ts';
import { subCategories } from '#src/news/schema/server/categories.tables.ts';
import { pictures, stories } from '#src/news/schema/server/stories.tables.ts';
import { idIn, isPublic } from '#src/news/schema/story-conditions.queries.ts';
import { matching, publicMatching, type StoryFilter } from '#src/news/stories/server/stories.queries.ts';
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

export const cards = (db: Db) =>
  db
    .select(cardColumns)
    .from(stories)
    .leftJoin(subCategories, eq(subCategories.id, stories.subCategoryId))
    .leftJoin(pictures, eq(pictures.id, stories.pictureId));
export type CardRow = Awaited<ReturnType<typeof listCards>>[number];

/** Cards of public stories, newest first, after a position. */
export const listCards = (db: Db, filter: StoryFilter, limit: number, after?: Position) =>
  cards(db).where(publicMatching(filter, after)).orderBy(desc(stories.createdAt), desc(stories.id)).limit(limit);

/** Cards of the given stories that are public. */
export const listCardsOf = (db: Db, ids: number[]) => cards(db).where(and(isPublic, idIn(ids)));
export type HeadlineRow = Awaited<ReturnType<typeof listHeadlines>>[number];

/** The headlines of the given stories that are public. */
export const listHeadlines = (db: Db, ids: number[]) =>
  db
    .select({ id: stories.id, title: stories.title, language: stories.language, createdAt: stories.createdAt })
    .from(stories)
    .where(and(isPublic, idIn(ids)));

/** Cards of stories that are in another language and have no version in this one, newest first. */
export function listForeignCards(db: Db, language: string, filter: StoryFilter, limit: number) {
  const others = Object.keys(languages).filter((other) => other !== language);
  const wanted = sql`${isPublic} AND ${matching(filter) ?? sql`true`}
    AND NOT EXISTS (SELECT FROM ${stories} AS own WHERE own.version_group = ${stories.versionGroup}
      AND own.language = ${language} AND own.status = 'published' AND own.deleted_at IS NULL)`;
  // One index scan for each language, which stops at its newest stories. Each is planned with its language: for one
  // that is not known yet PostgreSQL expects many stories, and would scan all to find those of a rare language.
  const ofEach = sql.join(
    others.map(
      (other) => sql`(SELECT ${stories.id} FROM ${stories} WHERE ${stories.language} = ${other} AND ${wanted}
        ORDER BY ${stories.createdAt} DESC, ${stories.id} DESC LIMIT ${limit})`,
    ),
    sql` UNION ALL `,
  );
  // A topic or an author may have none, and these scans would read all stories. OFFSET prevents a scan of the newest
  // first.
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

export const inLanguage = (language: string | undefined) =>
  language === undefined ? sql`true` : sql`${stories.language} = ${language}`;
