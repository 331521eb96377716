import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { categories, subCategories } from '#src/news/schema/server/categories.tables.ts';
import { pictures, stories } from '#src/news/schema/server/stories.tables.ts';
import { idIn, isPublic } from '#src/news/schema/story-conditions.queries.ts';
import type { Db } from '#src/platform/database/db.ts';

/** Identifies the text of a story; another text has another digest. */
const digest = sql<string>`left(md5(${stories.body}), 12)`;

const printed = (db: Db) =>
  db
    .select({
      id: stories.id,
      title: stories.title,
      body: stories.body,
      digest,
      category: categories.name,
      subCategory: subCategories.name,
      submenu: stories.submenu,
      author: stories.author,
      language: stories.language,
      caption: stories.imageCaption,
      focus: { x: stories.imageFocusX, y: stories.imageFocusY },
      picture: { id: pictures.id, name: pictures.name, width: pictures.width, height: pictures.height },
    })
    .from(stories)
    .leftJoin(categories, eq(categories.id, stories.categoryId))
    .leftJoin(subCategories, eq(subCategories.id, stories.subCategoryId))
    .leftJoin(pictures, eq(pictures.id, stories.pictureId));

/** Public stories published between two instants, newest first, with all printed fields. */
export const listForPrint = (db: Db, { from, before }: { from: Date; before: Date }, limit: number) =>
  printed(db)
    .where(and(isPublic, gte(stories.createdAt, from), lt(stories.createdAt, before)))
    .orderBy(desc(stories.createdAt), desc(stories.id))
    .limit(limit);

/** A public story with all printed fields. */
export const findForPrint = async (db: Db, id: number) =>
  (await printed(db).where(and(isPublic, eq(stories.id, id))))[0];

/** Headlines of the given stories that are public and were published between two instants. */
export const listHeads = (db: Db, { from, before }: { from: Date; before: Date }, ids: number[]) =>
  db
    .select({ id: stories.id, title: stories.title, language: stories.language, category: categories.name, digest })
    .from(stories)
    .leftJoin(categories, eq(categories.id, stories.categoryId))
    .where(and(isPublic, idIn(ids), gte(stories.createdAt, from), lt(stories.createdAt, before)));

/** Pictures by their ids. */
export const listPicturesById = (db: Db, ids: number[]) =>
  db
    .select({
      id: pictures.id,
      name: pictures.name,
      width: pictures.width,
      height: pictures.height,
      caption: pictures.caption,
      focus: { x: pictures.focusX, y: pictures.focusY },
    })
    .from(pictures)
    .where(inArray(pictures.id, ids));
