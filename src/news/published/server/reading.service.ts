import { type BlockResources, blockRenderer } from '#src/markdown/story-blocks.rules.ts';
import { storyHtml } from '#src/markdown/story-text.rules.ts';
import { bylineParts, distinctAuthors } from '#src/news/authors/authors.rules.ts';
import type { StoryList } from '#src/news/cards/cards.contract.ts';
import {
  card,
  cardPage,
  type ListQuery,
  labelOf,
  link,
  localTopic,
  pictureView,
  subLinks,
} from '#src/news/cards/server/cards.service.ts';
import { othersEntry } from '#src/news/categories/categories.rules.ts';
import { findSubCategory, getCategory } from '#src/news/categories/server/categories.service.ts';
import { getLivePage, type LiveQuery } from '#src/news/live/server/live-reading.service.ts';
import { pickTexts } from '#src/news/stories/stories.rules.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { CategoryPage, StoryPage, StoryView } from '../reading.contract.ts';
import { findPublicStory, listVersions, type StoryPageRow } from './reading.queries.ts';
import { findSeriesOf, listRelated } from './related.service.ts';
import { shareCard, sharePicturePath } from './share-picture.template.ts';
import { listPicturesInText, listVideosInText, loadBlocks } from './story-blocks.service.ts';

/** A published story with its related stories, language versions and live entries. Throws `not_found`. */
export async function getStoryPage(
  ctx: Context,
  id: number,
  entries: LiveQuery = { order: 'newest' },
): Promise<StoryPage> {
  const row = await findPublicStory(ctx.db, id);
  if (!row) throw new AppError('not_found', 'news.storyNotFound');
  const related = await listRelated(ctx, row);
  const versions = row.versionGroup === null ? [] : await listVersions(ctx.db, row.versionGroup);
  const blocks = await loadBlocks(ctx, row);
  const picturesInText = listPicturesInText(row.body, blocks);
  const videosInText = listVideosInText(row.body, blocks);
  return {
    ...storyView(ctx, row, blocks),
    ...(picturesInText.length && { picturesInText }),
    ...(videosInText.length && { videosInText }),
    sharePicture: sharePicturePath(shareCard(ctx, row)),
    related: related.cards.map((row) => card(ctx, row)),
    relatedBy: related.by,
    series: await findSeriesOf(ctx, row),
    versions: versions.length > 1 ? versions : [],
    translatable: ctx.config.translator !== undefined,
    live: await getLivePage(ctx, id, entries),
  };
}

/** What a story page shows of the story itself. */
export function storyView(ctx: Context, row: StoryPageRow, blocks: BlockResources): StoryView {
  const label = labelOf(ctx, row);
  const view = pictureView(row);
  const { picture: stated } = row;
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    ...storyHtml(row.body, blockRenderer(blocks)),
    category: row.category && link(ctx, row.category),
    sub: label === null ? null : { name: label, slug: row.subSlug ?? othersEntry.slug },
    ...pickTexts(row),
    byline: bylineParts(row.author, distinctAuthors(row.authors), row.language),
    topics: row.topics.map((topic) => localTopic(ctx, topic)),
    language: row.language,
    publishedAt: row.createdAt.toISOString(),
    ...(row.corrections.length > 0 && { corrections: row.corrections }),
    updatedAt: row.updatedAt > row.createdAt ? row.updatedAt.toISOString() : null,
    picture: view &&
      stated && {
        ...view,
        alt: stated.alt,
        credit: stated.credit,
        licence: stated.licence,
        licenceName: stated.licenceName,
        shaped: row.pictureShaped ?? false,
        shownWidth: row.imageWidth,
        shownHeight: row.imageHeight,
      },
  };
}

/** A category's stories, newest first. */
export async function getCategoryPage(ctx: Context, slug: string, query: ListQuery = {}): Promise<CategoryPage> {
  const category = await getCategory(ctx, slug);
  return {
    category: { id: category.id, ...link(ctx, category) },
    subs: subLinks(ctx, category),
    sub: null,
    ...(await cardPage(ctx, { categoryId: category.id }, query)),
  };
}

export async function getSubCategoryPage(
  ctx: Context,
  slug: string,
  subSlug: string,
  query: ListQuery = {},
): Promise<CategoryPage> {
  const { category, sub, filter } = await findSubCategory(ctx, slug, subSlug);
  return {
    category: { id: category.id, ...link(ctx, category) },
    subs: subLinks(ctx, category),
    sub: { ...link(ctx, sub), ...('id' in sub && { id: sub.id }) },
    ...(await cardPage(ctx, filter, query)),
  };
}

/** The newest stories of all sections that the paper shows. */
export const getLatest = (ctx: Context, query: ListQuery = {}): Promise<StoryList> =>
  cardPage(ctx, { inShownCategory: true }, query);
