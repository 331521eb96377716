import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { cleanNames, lockEntry, lockForMerge, readEntry } from '#src/news/entries/server/entries.service.ts';
import type { LocalNames } from '#src/news/schema/columns.rules.ts';
import { type AuditEvent, recordAuditEventOfEach, recordAuditEvents } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import type { Category, categoriesCalls, SubCategory } from '../categories.contract.ts';
import { findBySlug, othersName, slugOf } from '../categories.rules.ts';
import {
  categoryQueries,
  countStoriesIn,
  countStoriesInSub,
  deleteSubCategory,
  listCategories,
  lockOrder,
  moveCategoryContent,
  moveSubCategory,
  redirectSubCategory,
  replaceSubCategory,
  setOrder,
  subjectsIn,
  updateSubCategory,
} from './categories.queries.ts';
import { categoryKind, refuseDuplicate, refuseOthers, subjectOf } from './categories.service.ts';
import { mergeSections } from './editor-sections.queries.ts';
import { changingEntries } from './section-rights.service.ts';

type Version = { version?: number | undefined };
type CategoryUpdate = z.output<typeof categoriesCalls.update.body>;
type SubCategoryUpdate = z.output<typeof categoriesCalls.updateSub.body>;

const isOthers = ({ name }: { name: string }) => name === othersName;

/**
 * Renames, translates, hides or shows a category, or orders its sub-categories. After a renaming the old slug redirects,
 * unless another category takes it. Throws `conflict` for a name that is taken and for a new name of 'Others'.
 */
export const changeCategory = (ctx: Context, id: number, { version, ...change }: CategoryUpdate): Promise<Category> =>
  changingEntries(ctx, async (tx) => {
    const category = await lockEntry(categoryKind, tx, id, version);
    const { name = category.name, hidden = category.hidden, sub_order } = change;
    const names = cleanNames(change.names) ?? category.names;
    if (name !== category.name && isOthers(category)) throw new AppError('conflict', 'taxonomy.othersKeepsName');
    await categoryQueries.update(tx, category, { name, slug: slugOf(name), names, hidden }).catch(refuseDuplicate);
    const events: Omit<AuditEvent, 'subject'>[] = renamings('category', category, { name, names });
    if (hidden !== category.hidden)
      events.push({ action: hidden ? 'category.hidden' : 'category.shown', details: { name } });
    if (sub_order && (await orderSubCategories(tx, category, sub_order)))
      events.push({ action: 'sub_categories.ordered', details: { category: name } });
    await record(ctx, tx, id, events);
    return readEntry(categoryKind, tx, id);
  });

async function orderSubCategories(tx: Db, { sub_categories }: Category, ids: number[]): Promise<boolean> {
  const before = sub_categories.map((sub) => sub.id);
  if (before.join() === ids.join()) return false;
  if (!isPermutation(ids, before)) throw new AppError('conflict', 'taxonomy.changedMeanwhile');
  await setOrder(tx, 'sub_categories', ids);
  return true;
}

/** Renames or translates a sub-category. Throws `not_found`, and `conflict` for a name that is taken. */
export async function changeSubCategory(
  ctx: Context,
  { id, sub: subId }: { id: number; sub: number },
  { version, ...change }: SubCategoryUpdate,
): Promise<Category> {
  if (change.name !== undefined) refuseOthers(change.name);
  return changingEntries(ctx, async (tx) => {
    const category = await lockEntry(categoryKind, tx, id, version);
    const sub = subCategoryOf(category, subId);
    const { name = sub.name } = change;
    const names = cleanNames(change.names) ?? sub.names;
    const slug = slugOf(name);
    await updateSubCategory(tx, subId, { name, slug, names }).catch(refuseDuplicate);
    if (slug !== sub.slug) await redirectSubCategory(tx, id, sub.slug, subId);
    await categoryQueries.update(tx, category);
    await record(ctx, tx, id, renamings('sub_category', sub, { name, names }));
    return readEntry(categoryKind, tx, id);
  });
}

/** Orders the categories. Throws `conflict` if the order is not the one that was seen, or lacks a category. */
export const orderCategories = (ctx: Context, ids: number[], before: number[] | undefined): Promise<Category[]> =>
  changingEntries(ctx, async (tx) => {
    await lockOrder(tx);
    const listed = await listCategories(tx);
    const current = listed.map(({ id }) => id);
    if ((before && before.join() !== current.join()) || !isPermutation(ids, current))
      throw new AppError('conflict', 'taxonomy.orderConflict');
    if (current.join() === ids.join()) return listed;
    await setOrder(tx, 'categories', ids);
    const ordered = await listCategories(tx);
    const order = ordered.map(({ name }) => name).join(', ');
    await recordAuditEvents(ctx, tx, [{ action: 'categories.ordered', subject: 'categories', details: { order } }]);
    return ordered;
  });

/**
 * Moves the stories and sub-categories of a category into another one and deletes it; its addresses redirect. Throws
 * `conflict` for 'Others'.
 */
export const mergeCategory = (ctx: Context, id: number, { into, version }: { into: number } & Version): Promise<void> =>
  changingEntries(ctx, async (tx) => {
    const { entry: category, target } = await lockForMerge(categoryKind, tx, id, { into, version });
    requireNotOthers(category);
    const stories = await countStoriesIn(tx, id);
    await mergeSections(tx, id, into);
    // 'Others' has no sub-categories of its own.
    await moveContent(ctx, tx, category, target, !isOthers(target));
    const details = { name: category.name, into: target.name, stories };
    await record(ctx, tx, id, [{ action: 'category.merged', details }]);
  });

/**
 * Deletes a category with its sub-categories. Its stories move to the category `into` and keep the name of their
 * sub-category, as a sub-category of the target or as a label under 'Others'; its addresses redirect there. Throws
 * `conflict` for 'Others', and if there are stories, in the trash too, but no target.
 */
export const removeCategory = (
  ctx: Context,
  id: number,
  { into, version }: { into?: number | undefined } & Version = {},
): Promise<void> =>
  changingEntries(ctx, async (tx) => {
    const { entry: category, target } =
      into === undefined
        ? { entry: await lockEntry(categoryKind, tx, id, version), target: undefined }
        : await lockForMerge(categoryKind, tx, id, { into, version });
    requireNotOthers(category);
    const stories = await countStoriesIn(tx, id);
    if (target) await moveContent(ctx, tx, category, target, false);
    else if (stories > 0) throw new AppError('conflict', 'newsroom.categoryInUse', { extra: { stories } });
    else await categoryQueries.remove(tx, id);
    const details = { name: category.name, ...(target && { into: target.name }), stories };
    await record(ctx, tx, id, [{ action: 'category.deleted', details }]);
  });

/**
 * Deletes a sub-category. Its stories move to another one of its category, or under 'Others' with its name as their
 * label; its address redirects there. Throws `conflict` if there are stories but no target.
 */
export const removeSubCategory = (
  ctx: Context,
  { id, sub: subId }: { id: number; sub: number },
  { into, version }: { into?: number | 'others' | undefined } & Version,
): Promise<Category> =>
  changingEntries(ctx, async (tx) => {
    const category = await lockEntry(categoryKind, tx, id, version);
    const sub = subCategoryOf(category, subId);
    if (into === subId) throw invalid({ into: { key: 'taxonomy.intoItself' } });
    const target = typeof into === 'number' ? subCategoryOf(category, into) : undefined;
    const stories = await countStoriesInSub(tx, subId);
    if (stories > 0 && into === undefined) throw new AppError('conflict', 'taxonomy.subInUse', { extra: { stories } });
    if (into === undefined) await deleteSubCategory(tx, subId);
    else {
      const names = { from: sub.name, to: target?.name ?? othersName };
      await recordMoves(ctx, tx, 'news_sub_category', subjectsIn({ subCategoryId: subId }), names);
      await redirectSubCategory(tx, id, sub.slug, target?.id ?? null);
      await replaceSubCategory(tx, subId, target?.id ?? null, target ? null : sub.name);
    }
    await categoryQueries.update(tx, category);
    const details = { name: sub.name, category: category.name, into: target?.name ?? into ?? '', stories };
    await record(ctx, tx, id, [{ action: 'sub_category.deleted', details }]);
    return readEntry(categoryKind, tx, id);
  });

function requireNotOthers(category: Category): void {
  if (isOthers(category)) throw new AppError('conflict', 'newsroom.othersStays');
}

// Sub-categories that both have become one; the others move, or become the label of their stories under 'Others'.
async function moveContent(
  ctx: Context,
  tx: Db,
  category: Category,
  target: Category,
  withSubCategories: boolean,
): Promise<void> {
  const names = { from: category.name, to: target.name };
  await recordMoves(ctx, tx, 'news_category', subjectsIn({ categoryId: category.id }), names);
  await moveCategoryContent(tx, category.id, target.id);
  for (const sub of category.sub_categories) {
    const same = target.sub_categories.find(({ slug }) => slug === sub.slug);
    if (!same && withSubCategories) {
      await moveSubCategory(tx, sub.id, target.id);
      continue;
    }
    // A slug that a sub-category of the target has or had already leads to that one.
    if (!findBySlug(target.sub_categories, sub.slug)) await redirectSubCategory(tx, target.id, sub.slug, null);
    await replaceSubCategory(tx, sub.id, same?.id ?? null, same ? null : sub.name);
  }
  await categoryQueries.replace(tx, category, target.id);
  await categoryQueries.update(tx, target);
}

// Records the move in the history of each story. There is no revision, since the version does not change.
const recordMoves = (
  ctx: Context,
  tx: Db,
  field: 'news_category' | 'news_sub_category',
  subjects: SQL,
  names: { from: string; to: string },
) => recordAuditEventOfEach(ctx, tx, { action: 'story.changed', details: { fields: [field], ...names } }, subjects);

function subCategoryOf({ sub_categories }: Category, id: number): SubCategory {
  const found = sub_categories.find((sub) => sub.id === id);
  if (!found) throw new AppError('not_found', 'news.subCategoryNotFound');
  return found;
}

const isPermutation = (ids: number[], of: number[]) => ids.toSorted().join() === of.toSorted().join();

interface Names {
  name: string;
  names: LocalNames;
}

function renamings(what: 'category' | 'sub_category', before: Names, after: Names): Omit<AuditEvent, 'subject'>[] {
  const text = ({ names }: Names) => JSON.stringify(Object.entries(names).sort());
  return [
    ...(before.name === after.name
      ? []
      : [{ action: `${what}.renamed`, details: { from: before.name, to: after.name } }]),
    ...(text(before) === text(after)
      ? []
      : [{ action: `${what}.translated`, details: { name: after.name, ...after.names } }]),
  ];
}

const record = (ctx: Context, tx: Db, id: number, events: Omit<AuditEvent, 'subject'>[]) =>
  recordAuditEvents(
    ctx,
    tx,
    events.map((event) => ({ ...event, ...subjectOf(id) })),
  );
