import { type AuditEvent, recordAuditEvent } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import { type Db, violatedConstraint } from '#src/platform/database/db.ts';
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
  countStories,
  createCategory,
  createSubCategory,
  listCategories,
  lockForChange,
  updateCategory,
} from './categories.queries.ts';
import { requireAllSections } from './section-rights.service.ts';

export const getCategories = ({ db }: Pick<Context, 'db'>): Promise<Category[]> => listCategories(db);

/** The categories of the bar, the board and other lists. */
export const getShownCategories = async (ctx: Pick<Context, 'db'>): Promise<Category[]> =>
  (await listCategories(ctx.db)).filter(({ hidden }) => !hidden);

/** Finds a category by name or slug, also a former one, case-insensitively. Throws `not_found`. */
export async function getCategory(ctx: Context, nameOrSlug: string): Promise<Category> {
  const category = findBySlug(await listCategories(ctx.db), nameOrSlug);
  if (!category) throw notFound();
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

/** Changes the list of categories in a transaction. Throws `forbidden` for an editor who is limited to sections. */
export const changingCategories = <Result>(ctx: Context, change: (tx: Db) => Promise<Result>): Promise<Result> =>
  ctx.db.transaction(async (tx) => {
    await requireAllSections({ ...ctx, db: tx }, 'newsroom.allSectionsNeeded');
    return change(tx);
  });

/** Throws `conflict` when a category with the same slug exists. */
export async function addCategory(ctx: Context, name: string): Promise<Category> {
  await changingCategories(ctx, async (tx) => {
    const id = await createCategory(tx, name).catch(refuseDuplicate);
    await recordAuditEvent(ctx, tx, { action: 'category.created', ...subjectOf(id), details: { name } });
  });
  return getCategory(ctx, name);
}

/** Throws `conflict` if the category has a sub-category with the same slug, `not_found` without the category. */
export async function addSubCategory(ctx: Context, categoryId: number, name: string): Promise<Category> {
  refuseOthers(name);
  return changingCategories(ctx, async (tx) => {
    const category = await lockCategory(tx, categoryId);
    await createSubCategory(tx, categoryId, name).catch(refuseDuplicate);
    await updateCategory(tx, categoryId);
    const details = { name, category: category.name };
    await recordAuditEvent(ctx, tx, { action: 'sub_category.created', ...subjectOf(categoryId), details });
    return readCategory(tx, categoryId);
  });
}

/** Locks a category for a change. Throws `not_found`, and `conflict` with the category if `version` is outdated. */
export async function lockCategory(tx: Db, id: number, version?: number): Promise<Category> {
  await lockForChange(tx, [id]);
  const category = await readCategory(tx, id);
  if (version !== undefined && version !== category.version)
    throw new AppError('conflict', 'taxonomy.changedMeanwhile', { extra: { current: category } });
  return category;
}

/** Throws `not_found`. */
export async function readCategory(tx: Db, id: number): Promise<Category> {
  const category = (await listCategories(tx)).find((entry) => entry.id === id);
  if (!category) throw notFound();
  return category;
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

const notFound = () => new AppError('not_found', 'news.categoryNotFound');

const nameTaken = () =>
  new AppError('conflict', 'newsroom.nameTaken', { fields: { name: { key: 'newsroom.nameTaken' } } });

/** Throws `conflict` for a sub-category named 'Others', which every category offers. */
export function refuseOthers(name: string): void {
  if (name.toLowerCase() === othersName.toLowerCase()) throw nameTaken();
}

/** Maps the violation of a unique slug to `conflict`. */
export function refuseDuplicate(error: unknown): never {
  const constraint = violatedConstraint(error);
  throw constraint === 'categories_slug_key' || constraint === 'sub_categories_slug_key' ? nameTaken() : error;
}
