import { asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import type { Category } from '../categories.contract.ts';
import { slugOf } from '../categories.rules.ts';
import { categories, subCategories } from './categories.tables.ts';
import { stories } from './stories.tables.ts';

export async function listCategories(db: Db): Promise<Category[]> {
  const rows = await db
    .select({
      id: categories.id,
      name: categories.name,
      slug: categories.slug,
      sub: { id: subCategories.id, name: subCategories.name, slug: subCategories.slug },
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

export async function createCategory(db: Db, name: string): Promise<void> {
  await db.insert(categories).values({ name, slug: slugOf(name), position: nextPosition(categories) });
}

export async function createSubCategory(db: Db, categoryId: number, name: string): Promise<void> {
  await db
    .insert(subCategories)
    .values({ categoryId, name, slug: slugOf(name), position: nextPosition(subCategories) });
}

/** Locks a category. A concurrent insert of a story into it commits first, or waits and fails its foreign key. */
export async function lockCategory(tx: Db, id: number): Promise<void> {
  await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, id)).for('update');
}

/** Locks categories against deletion until the transaction ends; false if one no longer exists. */
export async function lockCategories(tx: Db, ids: number[]): Promise<boolean> {
  const locked = tx.select({ id: categories.id }).from(categories).where(inArray(categories.id, ids));
  return (await locked.for('key share')).length === new Set(ids).size;
}

export const countStoriesIn = async (db: Db, categoryId: number): Promise<number> => {
  const [row] = await db.select({ n: count() }).from(stories).where(eq(stories.categoryId, categoryId));
  return row?.n ?? 0;
};

export async function deleteCategory(db: Db, id: number): Promise<void> {
  await db.delete(categories).where(eq(categories.id, id));
}
