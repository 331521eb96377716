import { type EntryKind, lockEntry, readEntry, refuseTaken } from '#src/news/entries/server/entries.service.ts';
import { type AuditEvent, recordAuditEvent } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Category } from '../categories.contract.ts';
import {
  defaultCategories,
  findBySlug,
  findSubBySlug,
  othersEntry,
  othersName,
  shownSubCategories,
} from '../categories.rules.ts';
import {
  categoryQueries,
  countStories,
  createCategory,
  createSubCategory,
  listCategories,
} from './categories.queries.ts';
import { changingEntries } from './section-rights.service.ts';

export const categoryKind: EntryKind<Category> = {
  ...categoryQueries,
  name: 'category',
  texts: 'taxonomy',
  notFound: 'news.categoryNotFound',
  find: async (db, id) => (await listCategories(db)).find((entry) => entry.id === id),
};

/** Maps the violation of a unique slug to `conflict`. */
export const refuseDuplicate = refuseTaken({
  categories_slug_key: ['name', 'newsroom.nameTaken'],
  sub_categories_slug_key: ['name', 'newsroom.nameTaken'],
});

export const getCategories = ({ db }: Pick<Context, 'db'>): Promise<Category[]> => listCategories(db);

/** The categories of the bar, the board and other lists. */
export const getShownCategories = async (ctx: Pick<Context, 'db'>): Promise<Category[]> =>
  (await listCategories(ctx.db)).filter(({ hidden }) => !hidden);

/** Finds a category by name or slug, also a former one, case-insensitively. Throws `not_found`. */
export async function getCategory(ctx: Context, nameOrSlug: string): Promise<Category> {
  const category = findBySlug(await listCategories(ctx.db), nameOrSlug);
  if (!category) throw new AppError('not_found', categoryKind.notFound);
  return category;
}

/** Finds a sub-category by names or slugs, with the filter for its stories. Throws `not_found`. */
export async function findSubCategory(ctx: Context, categoryName: string, subCategoryName: string) {
  const category = await getCategory(ctx, categoryName);
  const sub = findSubBySlug(category, subCategoryName);
  if (!sub) throw new AppError('not_found', 'news.subCategoryNotFound');
  if (sub !== othersName) return { category, sub, filter: { subCategoryId: sub.id } };
  return { category, sub: othersEntry, filter: { categoryId: category.id, others: true } };
}

export const getSubCategoryNames = async (ctx: Context, nameOrSlug: string): Promise<string[]> =>
  shownSubCategories(await getCategory(ctx, nameOrSlug)).map(({ name }) => name);

export const getUsage = ({ db }: Context) => countStories(db);

/** The subject of a category's audit events. */
export const subjectOf = (id: number): Pick<AuditEvent, 'subject'> => ({ subject: `category ${id}` });

/** Throws `conflict` when a category with the same slug exists. */
export async function addCategory(ctx: Context, name: string): Promise<Category> {
  await changingEntries(ctx, async (tx) => {
    const id = await createCategory(tx, name).catch(refuseDuplicate);
    await recordAuditEvent(ctx, tx, { action: 'category.created', ...subjectOf(id), details: { name } });
  });
  return getCategory(ctx, name);
}

/** Throws `conflict` if the category has a sub-category with the same slug, `not_found` without the category. */
export async function addSubCategory(ctx: Context, categoryId: number, name: string): Promise<Category> {
  refuseOthers(name);
  return changingEntries(ctx, async (tx) => {
    const category = await lockEntry(categoryKind, tx, categoryId, undefined);
    await createSubCategory(tx, categoryId, name).catch(refuseDuplicate);
    await categoryQueries.update(tx, category);
    const details = { name, category: category.name };
    await recordAuditEvent(ctx, tx, { action: 'sub_category.created', ...subjectOf(categoryId), details });
    return readEntry(categoryKind, tx, categoryId);
  });
}

/** Seeds a new site with the default categories. */
export async function ensureCategories(db: Db): Promise<void> {
  if ((await listCategories(db)).length) return;
  await db.transaction(async (tx) => {
    for (const [name, subs] of Object.entries(defaultCategories)) {
      const id = await createCategory(tx, name);
      for (const sub of subs) await createSubCategory(tx, id, sub);
    }
  });
}

/** Throws `conflict` for a sub-category named 'Others', which every category offers. */
export function refuseOthers(name: string): void {
  if (name.toLowerCase() === othersName.toLowerCase())
    throw new AppError('conflict', 'newsroom.nameTaken', { fields: { name: { key: 'newsroom.nameTaken' } } });
}
