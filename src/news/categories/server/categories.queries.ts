import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { renamableQueries } from '#src/news/entries/server/entries.queries.ts';
import { storySubject } from '#src/news/schema/columns.rules.ts';
import {
  categories,
  categoryRedirects,
  subCategories,
  subCategoryRedirects,
} from '#src/news/schema/server/categories.tables.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import { isNotDeleted } from '#src/news/schema/story-conditions.queries.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Category } from '../categories.contract.ts';
import { slugOf } from '../categories.rules.ts';

export const categoryQueries = renamableQueries(categories, categoryRedirects.categoryId);

const othersSlugs = sql<string[]>`ARRAY(SELECT ${subCategoryRedirects.slug} FROM ${subCategoryRedirects}
  WHERE ${subCategoryRedirects.categoryId} = ${categories.id} AND ${subCategoryRedirects.subCategoryId} IS NULL ORDER BY 1)`;
const formerSubSlugs = sql<string[]>`ARRAY(SELECT ${subCategoryRedirects.slug} FROM ${subCategoryRedirects}
  WHERE ${subCategoryRedirects.subCategoryId} = ${subCategories.id} ORDER BY 1)`;

/** All categories with their sub-categories, in the order of the newspaper. */
export async function listCategories(db: Db): Promise<Category[]> {
  const rows = await db
    .select({
      id: categories.id,
      name: categories.name,
      slug: categories.slug,
      names: categories.names,
      hidden: categories.hidden,
      version: categories.version,
      former_slugs: categoryQueries.formerSlugs,
      others_slugs: othersSlugs,
      sub: {
        id: subCategories.id,
        name: subCategories.name,
        slug: subCategories.slug,
        names: subCategories.names,
        former_slugs: formerSubSlugs,
      },
    })
    .from(categories)
    .leftJoin(subCategories, eq(subCategories.categoryId, categories.id))
    .orderBy(asc(categories.position), asc(categories.id), asc(subCategories.position), asc(subCategories.id));
  const found = new Map<number, Category>();
  for (const { sub, ...category } of rows) {
    const entry = found.get(category.id) ?? { ...category, sub_categories: [] };
    if (sub) entry.sub_categories.push(sub);
    found.set(category.id, entry);
  }
  return [...found.values()];
}

const nextPosition = (table: typeof categories | typeof subCategories) =>
  sql<number>`(SELECT coalesce(max(${table.position}), 0) + 1 FROM ${table})`;

export async function createCategory(db: Db, name: string): Promise<number> {
  const values = { name, slug: slugOf(name), position: nextPosition(categories) };
  const [created] = await db.insert(categories).values(values).returning({ id: categories.id });
  return (created as { id: number }).id; // an insert without conflict returns its row
}

export async function createSubCategory(db: Db, categoryId: number, name: string): Promise<number> {
  const values = { categoryId, name, slug: slugOf(name), position: nextPosition(subCategories) };
  const [created] = await db.insert(subCategories).values(values).returning({ id: subCategories.id });
  return (created as { id: number }).id; // likewise
}

/** Locks all categories against other changes of their order. */
export async function lockOrder(tx: Db): Promise<void> {
  await tx.select({ id: categories.id }).from(categories).orderBy(categories.id).for('no key update');
}

/** Locks categories against deletion until the transaction ends; false if one no longer exists. */
export async function lockCategories(tx: Db, ids: number[]): Promise<boolean> {
  const locked = tx.select({ id: categories.id }).from(categories).where(inArray(categories.id, ids));
  return (await locked.for('key share')).length === new Set(ids).size;
}

export async function updateSubCategory(
  tx: Db,
  id: number,
  change: Partial<Pick<typeof subCategories.$inferInsert, 'name' | 'slug' | 'names'>>,
): Promise<void> {
  await tx.update(subCategories).set(change).where(eq(subCategories.id, id));
}

/** Sets the positions of all categories, or of all sub-categories of one, to their place in `ids`. */
export async function setOrder(tx: Db, table: 'categories' | 'sub_categories', ids: number[]): Promise<void> {
  const ordered = table === 'categories' ? categories : subCategories;
  const position = sql`array_position(${sql.param(ids)}::integer[], ${ordered.id})`;
  await tx.update(ordered).set({ position }).where(inArray(ordered.id, ids));
}

/** Number of stories in a category, including drafts and the trash. */
export const countStoriesIn = async (db: Db, categoryId: number): Promise<number> => {
  const [row] = await db.select({ n: count() }).from(stories).where(eq(stories.categoryId, categoryId));
  return row?.n ?? 0;
};

export const countStoriesInSub = async (db: Db, subCategoryId: number): Promise<number> => {
  const [row] = await db.select({ n: count() }).from(stories).where(eq(stories.subCategoryId, subCategoryId));
  return row?.n ?? 0;
};

/** Number of stories by category and sub-category, of those that have any. */
export async function countStories(db: Db) {
  const counts = (condition: SQL) =>
    db
      .select({ category: stories.categoryId, sub: stories.subCategoryId, stories: count() })
      .from(stories)
      .where(condition)
      .groupBy(stories.categoryId, stories.subCategoryId);
  // The trash is counted separately: an index covers all others, so that only a few rows are read.
  const counted = await Promise.all([counts(isNotDeleted), counts(sql`${stories.deletedAt} IS NOT NULL`)]);
  const sums = (key: 'category' | 'sub') => {
    const byId = new Map<number, number>();
    for (const { [key]: id, stories: n } of counted.flat()) if (id !== null) byId.set(id, n + (byId.get(id) ?? 0));
    return Array.from(byId, ([id, stories]) => ({ id, stories }));
  };
  return { categories: sums('category'), sub_categories: sums('sub') };
}

/** Query: the subjects of the audit events of all stories in a category or sub-category, also in the trash. */
export const subjectsIn = (place: { categoryId: number } | { subCategoryId: number }): SQL =>
  sql`SELECT ${storySubject('')} || ${stories.id} FROM ${stories} WHERE ${
    'categoryId' in place ? eq(stories.categoryId, place.categoryId) : eq(stories.subCategoryId, place.subCategoryId)
  }`;

/** Deletes a sub-category and the redirects to it. */
export async function deleteSubCategory(tx: Db, id: number): Promise<void> {
  await tx.delete(subCategories).where(eq(subCategories.id, id));
}

/** Redirects a former slug of a category to one of its sub-categories; null: to 'Others'. */
export async function redirectSubCategory(tx: Db, categoryId: number, slug: string, to: number | null): Promise<void> {
  await tx
    .insert(subCategoryRedirects)
    .values({ categoryId, slug, subCategoryId: to })
    .onConflictDoUpdate({
      target: [subCategoryRedirects.categoryId, subCategoryRedirects.slug],
      set: { subCategoryId: to },
    });
}

/**
 * Moves the stories of a sub-category to another one, or under 'Others' with a label, and deletes it. Neither `version`
 * nor `updatedAt` of a story changes: its text is the same, and a form that is open on it still saves.
 */
export async function replaceSubCategory(tx: Db, id: number, to: number | null, label: string | null): Promise<void> {
  await tx.update(stories).set({ subCategoryId: to, submenu: label }).where(eq(stories.subCategoryId, id));
  await tx.update(subCategoryRedirects).set({ subCategoryId: to }).where(eq(subCategoryRedirects.subCategoryId, id));
  await deleteSubCategory(tx, id);
}

/** Moves a sub-category to another category, after its own ones. */
export async function moveSubCategory(tx: Db, id: number, categoryId: number): Promise<void> {
  await tx
    .update(subCategories)
    .set({ categoryId, position: nextPosition(subCategories) })
    .where(eq(subCategories.id, id));
}

/** Moves the stories of a category, and the redirects of its sub-categories, to another one. */
export async function moveCategoryContent(tx: Db, from: number, to: number): Promise<void> {
  await tx.update(stories).set({ categoryId: to }).where(eq(stories.categoryId, from));
  // A slug that leads somewhere in the target already stays there.
  const taken = sql`EXISTS (SELECT FROM ${subCategoryRedirects} AS taken
    WHERE taken.category_id = ${to} AND taken.slug = ${subCategoryRedirects.slug})`;
  await tx.delete(subCategoryRedirects).where(and(eq(subCategoryRedirects.categoryId, from), taken));
  await tx.update(subCategoryRedirects).set({ categoryId: to }).where(eq(subCategoryRedirects.categoryId, from));
}
