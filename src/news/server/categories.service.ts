import type { Context } from '#src/platform/context.ts';
import { type Db, violatedConstraint } from '#src/platform/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Category } from '../categories.contract.ts';
import { defaultCategories, findBySlug, othersName, shownSubCategories } from '../categories.rules.ts';
import {
  countStoriesIn,
  createCategory,
  createSubCategory,
  deleteCategory,
  listCategories,
  lockCategory,
} from './categories.queries.ts';

export const getCategories = ({ db }: Pick<Context, 'db'>): Promise<Category[]> => listCategories(db);

/** Finds a category by name or slug, case-insensitively. Throws `not_found`. */
export async function getCategory(ctx: Context, nameOrSlug: string): Promise<Category> {
  const category = findBySlug(await listCategories(ctx.db), nameOrSlug);
  if (!category) throw notFound();
  return category;
}

export const getSubCategoryNames = async (ctx: Context, nameOrSlug: string): Promise<string[]> =>
  shownSubCategories(await getCategory(ctx, nameOrSlug));

/** Throws `conflict` when a category with the same slug exists. */
export async function addCategory(ctx: Context, name: string): Promise<Category> {
  await createCategory(ctx.db, name).catch(refuseDuplicate('categories_slug_key'));
  return getCategory(ctx, name);
}

/** Throws `conflict` if the category has a sub-category with the same slug, `not_found` without the category. */
export async function addSubCategory(ctx: Context, categoryId: number, name: string): Promise<Category> {
  const category = (await listCategories(ctx.db)).find(({ id }) => id === categoryId);
  if (!category) throw notFound();
  if (name.toLowerCase() === othersName.toLowerCase()) throw nameTaken();
  await createSubCategory(ctx.db, categoryId, name).catch((error) => {
    if (violatedConstraint(error) === 'sub_categories_category_id_categories_id_fk') throw notFound(); // just deleted
    return refuseDuplicate('sub_categories_slug_key')(error);
  });
  return getCategory(ctx, category.name);
}

/** Throws `conflict` for Others, and while a story belongs to the category, including stories in the trash. */
export async function removeCategory(ctx: Context, id: number): Promise<void> {
  if (findBySlug(await listCategories(ctx.db), othersName)?.id === id) {
    throw new AppError('conflict', 'newsroom.othersStays');
  }
  await ctx.db.transaction(async (tx) => {
    await lockCategory(tx, id);
    if ((await countStoriesIn(tx, id)) > 0) throw new AppError('conflict', 'newsroom.categoryInUse');
    await deleteCategory(tx, id);
  });
}

/** Seeds a new site with the default categories. */
export async function ensureCategories(db: Db): Promise<void> {
  if ((await listCategories(db)).length) return;
  await db.transaction(async (tx) => {
    for (const [name, subs] of Object.entries(defaultCategories)) {
      await createCategory(tx, name);
      const category = findBySlug(await listCategories(tx), name);
      for (const sub of subs) if (category) await createSubCategory(tx, category.id, sub);
    }
  });
}

const notFound = () => new AppError('not_found', 'news.categoryNotFound');

const nameTaken = () =>
  new AppError('conflict', 'newsroom.nameTaken', { fields: { name: { key: 'newsroom.nameTaken' } } });

const refuseDuplicate = (constraint: string) => (error: unknown) => {
  throw violatedConstraint(error) === constraint ? nameTaken() : error;
};
