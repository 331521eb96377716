import { and, desc, eq, gte, lt } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { categories, subCategories } from './categories.tables.ts';
import { idIn, isPublic } from './stories.queries.ts';
import { pictures, stories } from './stories.tables.ts';

/** Public stories published between two instants, newest first, with all printed fields. */
export const listForPrint = (db: Db, { from, before }: { from: Date; before: Date }, limit: number) =>
  db
    .select({
      id: stories.id,
      title: stories.title,
      body: stories.body,
      category: categories.name,
      subCategory: subCategories.name,
      submenu: stories.submenu,
      author: stories.author,
      language: stories.language,
      caption: stories.imageCaption,
      focus: { x: stories.imageFocusX, y: stories.imageFocusY },
      picture: { name: pictures.name, width: pictures.width, height: pictures.height },
    })
    .from(stories)
    .leftJoin(categories, eq(categories.id, stories.categoryId))
    .leftJoin(subCategories, eq(subCategories.id, stories.subCategoryId))
    .leftJoin(pictures, eq(pictures.id, stories.pictureId))
    .where(and(isPublic, gte(stories.createdAt, from), lt(stories.createdAt, before)))
    .orderBy(desc(stories.createdAt), desc(stories.id))
    .limit(limit);

/** Headlines of those of the given stories that are public and were published between two instants. */
export const listHeads = (db: Db, { from, before }: { from: Date; before: Date }, ids: number[]) =>
  db
    .select({ id: stories.id, title: stories.title, language: stories.language, category: categories.name })
    .from(stories)
    .leftJoin(categories, eq(categories.id, stories.categoryId))
    .where(and(isPublic, idIn(ids), gte(stories.createdAt, from), lt(stories.createdAt, before)));

/** Filters the given ids by public stories. */
export const listPublicIds = async (db: Db, ids: number[]): Promise<number[]> =>
  (
    await db
      .select({ id: stories.id })
      .from(stories)
      .where(and(isPublic, idIn(ids)))
  ).map(({ id }) => id);
