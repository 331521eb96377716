import type { ReceivedFile } from '#src/calls/call.ts';
import { isLanguage } from '#src/messages/languages.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import { readCursor, writeCursor } from '#src/platform/cursors.ts';
import { brokenConstraint } from '#src/platform/db.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { findBySlug, othersName, slugOf } from '../categories.rules.ts';
import type { NewsItem } from '../stories.contract.ts';
import {
  checkStory,
  emptyStoryForm,
  type Fault,
  type Faults,
  type StoryForm,
  type StoryValues,
} from '../stories.rules.ts';
import { summaryOf } from '../story-text.rules.ts';
import { getCategories, getCategory } from './categories.service.ts';
import { settlePictures } from './picture-files.ts';
import { picturePath, storePicture } from './pictures.service.ts';
import { sendPublication } from './publication.jobs.ts';
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

/** What a form sent: any of its fields, as typed. */
export type SentStory = { [K in keyof StoryForm]?: StoryForm[K] | undefined } & { image?: ReceivedFile | undefined };

export interface Page {
  limit: number;
  cursor?: string | undefined;
}

// Five hundred usual stories. Of the longest ones it is twenty, instead of a hundred megabytes for anybody who asks.
const maxBytes = 4_000_000;

/** Published stories, newest first, and the cursor of the next page when there may be one. */
export async function getStories(ctx: Context, { limit, cursor }: Page, filter: StoryFilter = {}) {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const rows = await listStories(ctx.db, filter, { limit: limit + 1, maxBytes, after });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const isFull = rows.reduce((sum, { story }) => sum + Buffer.byteLength(story.body), 0) >= maxBytes;
  const more = (rows.length > limit || isFull) && last;
  return {
    items: shown.map(newsItem),
    nextCursor: more ? writeCursor(last.story.createdAt, last.story.id) : undefined,
  };
}

export async function getCategoryStories(ctx: Context, category: string, page: Page) {
  const { id } = await getCategory(ctx, category);
  return getStories(ctx, page, { categoryId: id });
}

export async function getSubCategoryStories(ctx: Context, category: string, subCategory: string, page: Page) {
  return getStories(ctx, page, (await findSubCategory(ctx, category, subCategory)).filter);
}

/** A sub-category by its names or slugs. Throws `not_found`. */
export async function findSubCategory(ctx: Context, categoryName: string, subCategoryName: string) {
  const category = await getCategory(ctx, categoryName);
  const sub = findBySlug(category.sub_categories, subCategoryName);
  if (sub) return { category, name: sub.name, filter: { subCategoryId: sub.id } };
  if (subCategoryName.toLowerCase() !== othersName.toLowerCase())
    throw new AppError('not_found', 'news.subCategoryNotFound');
  return { category, name: othersName, filter: { categoryId: category.id, others: true } };
}

/** One story; what is not public exists for the newsroom only. */
export async function getStory(ctx: Context, id: number): Promise<NewsItem> {
  const row = await findStory(ctx.db, id);
  if (!row || (row.story.status !== 'published' && !inNewsroom(ctx))) throw notFound();
  return newsItemFor(ctx, row);
}

/** Creates a story. Throws `invalid` with every fault; nothing is stored then. */
export async function addStory(ctx: Context, sent: SentStory): Promise<NewsItem> {
  const actor = signedIn(ctx);
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
      refuse,
    );
    if (values.publishAt) await ctx.jobs.send(publishDueStories, {}, { within: tx, after: values.publishAt });
    if (isPublic) await sendPublication(ctx, tx, [id]);
    return id;
  });
  ctx.log.info({ actor: actor.userId, story: id, status: values.status }, 'story created');
  return getStory(ctx, id);
}

/**
 * Changes what was sent of a story and keeps the rest. Throws `conflict`, with the stored story as `current`, when
 * `version` is given and the story has moved on since.
 */
export async function changeStory(
  ctx: Context,
  id: number,
  {
    version,
    remove_image: removeImage,
    ...sent
  }: SentStory & { version?: number | undefined; remove_image?: boolean | undefined },
): Promise<NewsItem> {
  const actor = signedIn(ctx);
  const row = await findStory(ctx.db, id);
  if (!row) throw notFound();
  if (version !== undefined && version !== row.story.version) throw await movedOn(ctx, row);

  const values = await checkedStory(ctx, { ...formOf(row, sent), ...received(sent) }, sent.news_description);
  const change: Partial<NewStory> = { ...columns(values), updatedAt: ctx.now() };
  const isPublic = values.status === 'published';
  if (sent.image) change.pictureId = await storePicture(ctx, sent.image, isPublic);
  else if (removeImage) change.pictureId = null;
  // For its readers a story begins when it first appears.
  if (row.story.status !== 'published' && isPublic) Object.assign(change, { createdAt: ctx.now(), boardAt: ctx.now() });

  await ctx.db.transaction(async (tx) => {
    change.versionGroup = await versionGroup(tx, values.versionOf, row.story);
    const saved = await updateStory(tx, id, row.story.version, change).catch(refuse);
    // Thrown in here, so that nothing stays of a change that comes too late.
    if (!saved) throw await movedOn(ctx, await findStory(tx, id));
    if (values.publishAt) await ctx.jobs.send(publishDueStories, {}, { within: tx, after: values.publishAt });
    if (isPublic) await sendPublication(ctx, tx, [id]);
    if (values.status !== row.story.status || change.pictureId !== undefined)
      await settlePictures(ctx, tx, [row.story.pictureId, change.pictureId ?? null]);
  });
  ctx.log.info({ actor: actor.userId, story: id, status: values.status }, 'story changed');
  return getStory(ctx, id);
}

/** Moves a story to the trash. */
export async function removeStory(ctx: Context, id: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const deleted = await deleteStory(tx, id, ctx.now());
    if (!deleted) throw notFound();
    await settlePictures(ctx, tx, [deleted.pictureId]);
  });
  ctx.log.info({ actor: signedIn(ctx).userId, story: id }, 'story deleted');
}

// For a write of a story: what it was checked against may have changed since.
function refuse(error: unknown): never {
  const broken = brokenConstraint(error);
  if (broken === 'stories_category_id_categories_id_fk')
    throw invalid({ news_category: { key: 'newsroom.categoryUnknown' } });
  if (broken === 'stories_sub_category_id_sub_categories_id_fk')
    throw invalid({ news_sub_category: { key: 'newsroom.subCategoryUnknown' } });
  return refuseSecondVersion(error);
}

const inNewsroom = ({ actor }: Context) => actor.role === 'editor' || actor.role === 'admin';
const notFound = () => new AppError('not_found', 'news.storyNotFound');
const movedOn = async (ctx: Context, current: StoryRow | undefined) =>
  current
    ? new AppError('conflict', 'newsroom.changedMeanwhile', { extra: { current: await newsItemFor(ctx, current) } })
    : notFound();

/** A form as it may be stored. Throws `invalid` with every fault. */
export async function checkedStory(ctx: Context, form: StoryForm, sentDescription?: string): Promise<StoryValues> {
  const result = checkStory(form, await getCategories(ctx), ctx.now());
  const faults: Faults = 'faults' in result ? result.faults : {};
  if (!isLanguage(form.language)) faults.language = { key: 'errors.invalidField' };
  // A new story may wait for its text; an edit that sends an empty one has lost it.
  if (sentDescription !== undefined && !sentDescription.trim())
    faults.news_description = { key: 'newsroom.descriptionRequired' };
  if ('story' in result && Object.keys(faults).length === 0) return result.story;
  throw invalid(faults as Record<string, Fault>); // no member is undefined: each was assigned a fault
}

const received = ({ image: _, ...sent }: SentStory) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<StoryForm>; // fields of the form only

// Changing the category clears the sub-category, as in the form.
function formOf({ story, category, subCategory }: StoryRow, sent: SentStory): StoryForm {
  const moves = sent.news_category !== undefined && slugOf(sent.news_category) !== slugOf(category ?? '');
  return {
    news_title: story.title,
    news_description: story.body,
    news_category: category ?? '',
    news_sub_category: moves ? '' : (subCategory ?? (story.submenu ? othersName : '')),
    news_submenu: story.submenu ?? '',
    image_width: story.imageWidth,
    image_height: story.imageHeight,
    image_caption: story.imageCaption,
    author: story.author,
    language: story.language,
    version_of: String(versionOf(story) ?? ''),
    status: story.status,
    publish_at: story.publishAt?.toISOString() ?? '',
  };
}

// The story that a group began with is a version of none.
const versionOf = ({ id, versionGroup }: StoryRow['story']) => (versionGroup === id ? null : versionGroup);

/** What the table has of a story beside its dates and its group of versions. */
export const columns = ({ versionOf: _, ...values }: StoryValues) => ({ ...values, summary: summaryOf(values.body) });

/** A story with a picture that whoever asks can load: that of a draft has an address for its session alone. */
async function newsItemFor(ctx: Context, row: StoryRow): Promise<NewsItem> {
  const { picture, story } = row;
  const path = picture && (await picturePath(ctx, picture, story.status === 'published'));
  return { ...newsItem(row), image_url: path };
}

export const newsItem = ({ story, category, subCategory, picture }: StoryRow): NewsItem => ({
  id: story.id,
  news_title: story.title,
  news_description: story.body,
  news_category: category,
  news_sub_category: subCategory ?? (story.submenu === null ? null : othersName),
  news_submenu: story.submenu,
  image_url: picture && `/static/uploads/${picture}.jpg`,
  image: picture && `${picture}.jpg`,
  image_width: story.imageWidth,
  image_height: story.imageHeight,
  image_caption: story.imageCaption,
  author: story.author,
  language: story.language,
  version_of: versionOf(story),
  status: story.status,
  publish_at: story.publishAt?.toISOString() ?? null,
  created_at: story.createdAt.toISOString(),
  updated_at: story.updatedAt.toISOString(),
  version: story.version,
});
