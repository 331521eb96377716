import { isLanguage } from '#src/messages/languages.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { decodeCursor, encodeCursor } from '#src/platform/cursors.ts';
import { violatedConstraint } from '#src/platform/db.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { inNewsroom } from '#src/rules/roles.rules.ts';
import { findBySlug, othersName, slugOf } from '../categories.rules.ts';
import type { NewsItem, SentStory } from '../stories.contract.ts';
import { checkStory, formOf, type StoryErrors, type StoryValues } from '../stories.rules.ts';
import { emptyStoryForm, type StoryForm } from '../story-fields.contract.ts';
import { summaryOf } from '../story-text.rules.ts';
import { getCategories, getCategory } from './categories.service.ts';
import { newsItem, newsItemFor } from './news-items.service.ts';
import { syncPictureVisibility } from './picture-files.service.ts';
import { storePicture } from './pictures.service.ts';
import { sendPublication } from './publication.jobs.ts';
import { recordChange, recordStateBefore, recordStoryEvents } from './revisions.service.ts';
import { publishDueStories } from './stories.jobs.ts';
import {
  createStory,
  deleteStory,
  findStory,
  listStories,
  type NewStory,
  type StoryFilter,
  type StoryRow,
  updateStory,
} from './stories.queries.ts';
import { refuseSecondVersion, versionGroup } from './versions.service.ts';

export interface Page {
  limit: number;
  cursor?: string | undefined;
}

// Five hundred average stories, or twenty of the longest. Without the limit a page could have a hundred megabytes.
const maxBytes = 4_000_000;

/** Published stories, newest first, and the cursor of the next page if there may be one. */
export async function getStories(ctx: Context, { limit, cursor }: Page, filter: StoryFilter = {}) {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const rows = await listStories(ctx.db, filter, { limit: limit + 1, maxBytes, after });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const isFull = rows.reduce((sum, { story }) => sum + Buffer.byteLength(story.body), 0) >= maxBytes;
  const more = (rows.length > limit || isFull) && last;
  return {
    items: shown.map(newsItem),
    nextCursor: more ? encodeCursor(last.story.createdAt, last.story.id) : undefined,
  };
}

export async function getCategoryStories(ctx: Context, category: string, page: Page) {
  const { id } = await getCategory(ctx, category);
  return getStories(ctx, page, { categoryId: id });
}

export async function getSubCategoryStories(ctx: Context, category: string, subCategory: string, page: Page) {
  return getStories(ctx, page, (await findSubCategory(ctx, category, subCategory)).filter);
}

/** Finds a sub-category by names or slugs. Throws `not_found`. */
export async function findSubCategory(ctx: Context, categoryName: string, subCategoryName: string) {
  const category = await getCategory(ctx, categoryName);
  const sub = findBySlug(category.sub_categories, subCategoryName);
  if (sub) return { category, name: sub.name, filter: { subCategoryId: sub.id } };
  if (subCategoryName.toLowerCase() !== othersName.toLowerCase())
    throw new AppError('not_found', 'news.subCategoryNotFound');
  return { category, name: othersName, filter: { categoryId: category.id, others: true } };
}

/** One story. Throws `not_found` for stories that are not public, except for the newsroom. */
export async function getStory(ctx: Context, id: number): Promise<NewsItem> {
  const row = await findStory(ctx.db, id);
  if (!row || (row.story.status !== 'published' && !inNewsroom(ctx.actor.role))) throw notFound();
  return newsItemFor(ctx, row);
}

/** Creates a story. Throws `invalid` with all validation errors. */
export async function addStory(ctx: Context, sent: SentStory): Promise<NewsItem> {
  const actor = requireUser(ctx);
  const now = ctx.now();
  const values = await checkedStory(ctx, { ...emptyStoryForm, author: actor.name, ...received(sent) });
  const isPublic = values.status === 'published';
  const pictureId = sent.image ? await storePicture(ctx, sent.image, isPublic) : null;
  const id = await ctx.db.transaction(async (tx) => {
    const stored = {
      ...columns(values),
      pictureId,
      authorId: actor.userId,
      createdAt: now,
      updatedAt: now,
      boardAt: now,
    };
    const id = await createStory(tx, { ...stored, versionGroup: await versionGroup(tx, values.versionOf) }).catch(
      throwValidationError,
    );
    await recordChange(ctx, tx, [id], []);
    if (values.publishAt) await ctx.jobs.send(publishDueStories, {}, { within: tx, after: values.publishAt });
    if (isPublic) await sendPublication(ctx, tx, [id]);
    return id;
  });
  ctx.log.info({ actor: actor.userId, story: id, status: values.status }, 'story created');
  return getStory(ctx, id);
}

/** A change as an editor sends it. */
export type StoryChange = SentStory & { version?: number | undefined; remove_image?: boolean | undefined };

/**
 * Updates the fields that were sent. Throws `conflict`, with the stored story as `current`, if `version` is given and
 * the story has changed since.
 */
export async function changeStory(
  ctx: Context,
  id: number,
  { version, remove_image: removeImage, ...sent }: StoryChange,
): Promise<NewsItem> {
  const row = await findStory(ctx.db, id);
  if (!row) throw notFound();
  if (version !== undefined && version !== row.story.version) throw await changedError(ctx, row);
  const form = { ...formBefore(row, sent), ...received(sent) };
  const { status } = await checkedStory(ctx, form, sent.news_description);
  const isPublic = status === 'published';
  const pictureId = sent.image ? await storePicture(ctx, sent.image, isPublic) : removeImage ? null : undefined;
  await saveStory(ctx, row, { form, pictureId });
  return getStory(ctx, id);
}

interface Saved {
  form: StoryForm;
  /** Undefined if it stays. */
  pictureId: number | null | undefined;
  /** Further details of the audit event. */
  details?: Record<string, unknown>;
}

/** Stores a form as the next version of a story. Throws `conflict` if `row` is not the newest version. */
export async function saveStory(ctx: Context, row: StoryRow, { form, pictureId, details }: Saved): Promise<void> {
  const { story } = row;
  const values = await checkedStory(ctx, form);
  const isPublic = values.status === 'published';
  const change: Partial<NewStory> = { ...columns(values), updatedAt: ctx.now() };
  if (pictureId !== undefined) change.pictureId = pictureId;
  // The date of a story is the date of its publication.
  if (story.status !== 'published' && isPublic) Object.assign(change, { createdAt: ctx.now(), boardAt: ctx.now() });

  await ctx.db.transaction(async (tx) => {
    change.versionGroup = await versionGroup(tx, values.versionOf, story);
    await recordStateBefore(tx, [story.id]);
    const saved = await updateStory(tx, story.id, story.version, change).catch(throwValidationError);
    // Thrown inside the transaction to roll back.
    if (!saved) throw await changedError(ctx, await findStory(tx, story.id));
    await recordChange(ctx, tx, [story.id], [row], details);
    if (values.publishAt) await ctx.jobs.send(publishDueStories, {}, { within: tx, after: values.publishAt });
    if (isPublic) await sendPublication(ctx, tx, [story.id]);
    if (values.status !== story.status || pictureId !== undefined)
      await syncPictureVisibility(ctx, tx, [story.pictureId, pictureId ?? null]);
  });
  ctx.log.info({ actor: requireUser(ctx).userId, story: story.id, status: values.status }, 'story changed');
}

/** Moves a story to the trash. */
export async function removeStory(ctx: Context, id: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await recordStateBefore(tx, [id]);
    const deleted = await deleteStory(tx, id, ctx.now());
    if (!deleted) throw notFound();
    await recordStoryEvents(ctx, tx, 'trashed', [deleted]);
    await syncPictureVisibility(ctx, tx, [deleted.pictureId]);
  });
  ctx.log.info({ actor: requireUser(ctx).userId, story: id }, 'story deleted');
}

// Maps constraint violations of a story's write to validation errors: the data may have changed since validation.
function throwValidationError(error: unknown): never {
  const broken = violatedConstraint(error);
  if (broken === 'stories_category_id_categories_id_fk')
    throw invalid({ news_category: { key: 'newsroom.categoryUnknown' } });
  if (broken === 'stories_sub_category_id_sub_categories_id_fk')
    throw invalid({ news_sub_category: { key: 'newsroom.subCategoryUnknown' } });
  return refuseSecondVersion(error);
}

const notFound = () => new AppError('not_found', 'news.storyNotFound');
/** The error for a change of a version that is not the newest. */
export const changedError = async (ctx: Context, current: StoryRow | undefined): Promise<AppError> =>
  current
    ? new AppError('conflict', 'newsroom.changedMeanwhile', { extra: { current: await newsItemFor(ctx, current) } })
    : notFound();

/** Validates a form and returns the values to store. Throws `invalid` with all validation errors. */
export async function checkedStory(ctx: Context, form: StoryForm, sentDescription?: string): Promise<StoryValues> {
  const result = checkStory(form, await getCategories(ctx), ctx.now());
  const errors: StoryErrors = 'errors' in result ? result.errors : {};
  if (!isLanguage(form.language)) errors.language = { key: 'errors.invalidField' };
  // A new story may be without a text. An edit that sends an empty text is taken for accidental data loss.
  if (sentDescription !== undefined && !sentDescription.trim())
    errors.news_description = { key: 'newsroom.descriptionRequired' };
  if ('story' in result && Object.keys(errors).length === 0) return result.story;
  throw invalid(errors);
}

/** The fields that were sent. */
export const received = ({ image: _, ...sent }: SentStory) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<StoryForm>; // fields of the form only

// Like the form, a change of the category clears the sub-category.
function formBefore(row: StoryRow, sent: SentStory): StoryForm {
  const form = formOf(newsItem(row));
  const moves = sent.news_category !== undefined && slugOf(sent.news_category) !== slugOf(form.news_category);
  return moves ? { ...form, news_sub_category: '' } : form;
}

/** The columns of a story, except its dates and its version group. */
export const columns = ({ versionOf: _, ...values }: StoryValues) => ({ ...values, summary: summaryOf(values.body) });
