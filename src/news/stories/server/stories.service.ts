import { referencesIn, summaryOf } from '#src/markdown/story-text.rules.ts';
import { isLanguage } from '#src/messages/languages.ts';
import { checkedByline } from '#src/news/authors/server/bylines.service.ts';
import { findSubCategory, getCategories, getCategory } from '#src/news/categories/server/categories.service.ts';
import type { Story } from '#src/news/schema/story-conditions.queries.ts';
import { emptyStoryForm, type StoryForm } from '#src/news/schema/story-fields.contract.ts';
import type { Context } from '#src/platform/context.ts';
import { decodeCursor, encodeCursor } from '#src/platform/database/cursors.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { correctedOn, correctionsIn } from '../corrections.rules.ts';
import type { NewsItem } from '../stories.contract.ts';
import { checkStory, type StoryErrors, type StoryValues } from '../stories.rules.ts';
import { newsItem, newsItemFor } from './news-items.service.ts';
import { findStory, listStories, type StoryFilter } from './stories.queries.ts';
import { requireVisible } from './story-rights.service.ts';
import { storedTopics } from './story-topics.service.ts';

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

/** One story. Throws `not_found` for stories that are not public, except for those who work on them. */
export async function getStory(ctx: Context, id: number): Promise<NewsItem> {
  const row = await findStory(ctx.db, id);
  if (!row) throw notFound();
  await requireVisible(ctx, row.story);
  return newsItemFor(ctx, row);
}

const notFound = () => new AppError('not_found', 'news.storyNotFound');

interface CheckOptions {
  /** The text of the story, if it was sent. */
  sentDescription?: string | undefined;
  /** The story as it is stored. */
  before?: Story;
  /** Accepts authors who were deleted since the form was made. */
  lenient?: boolean;
}

/** Validates a form and returns the values to store. Throws `invalid` with all validation errors. */
export async function checkedStory(ctx: Context, form: StoryForm, options: CheckOptions = {}): Promise<StoryValues> {
  const { sentDescription } = options;
  const result = checkStory(form, await getCategories(ctx), ctx.now());
  const errors: StoryErrors = 'errors' in result ? result.errors : {};
  if (!isLanguage(form.language)) errors.language = { key: 'errors.invalidField' };
  // A new story may be without a text. An edit that sends an empty text is assumed to be accidental data loss.
  if (sentDescription !== undefined && !sentDescription.trim())
    errors.news_description = { key: 'newsroom.descriptionRequired' };
  const byline = await checkedByline(ctx, form, options);
  if ('error' in byline) errors.authors = byline.error;
  else if ('story' in result && Object.keys(errors).length === 0) return { ...result.story, ...byline };
  throw invalid(errors);
}

/** The fields of the form that were sent. */
export const received = (sent: { [Name in keyof StoryForm]?: StoryForm[Name] | undefined }): Partial<StoryForm> =>
  Object.fromEntries(Object.entries(sent).filter(([name, value]) => name in emptyStoryForm && value !== undefined));

/**
 * The columns of a story that was `before`, except its dates and its version group. Adds topics that do not exist yet.
 */
export async function columns(
  tx: Db,
  { versionOf: _, topics, series, seriesPart, ...values }: StoryValues,
  before?: Pick<Story, 'seriesId' | 'seriesPart'>,
) {
  const corrections = correctionsIn(values.body);
  const { pictures, files } = referencesIn(values.body);
  return {
    ...values,
    ...(await storedTopics(tx, { topics, series, seriesPart }, before)),
    summary: summaryOf(values.body),
    pictureIds: pictures,
    fileIds: files,
    corrections,
    correctedOn: correctedOn(corrections),
  };
}
