import { type BlockResources, blockRenderer } from '#src/markdown/story-blocks.rules.ts';
import { shorten, storyHtml } from '#src/markdown/story-text.rules.ts';
import { bylineParts, distinctAuthors } from '#src/news/authors/authors.rules.ts';
import { othersEntry, shownSubCategories } from '#src/news/categories/categories.rules.ts';
import { type LocalNames, localName } from '#src/news/categories/category-names.rules.ts';
import { findSubCategory, getCategory } from '#src/news/categories/server/categories.service.ts';
import { getLivePage, type LiveQuery } from '#src/news/live/server/live-reading.service.ts';
import { type LanguageOrder, othersShown } from '#src/news/stories/language-order.rules.ts';
import { languageOrder } from '#src/news/stories/news.settings.ts';
import { hasChoice, orderOf } from '#src/news/stories/server/language-order.service.ts';
import type { StoryFilter } from '#src/news/stories/server/stories.queries.ts';
import { pickTexts } from '#src/news/stories/stories.rules.ts';
import type { Context } from '#src/platform/context.ts';
import { decodeCursor, encodeCursor } from '#src/platform/database/cursors.ts';
import { AppError } from '#src/platform/errors.ts';
import { type FocalPoint, isCentre, objectPosition } from '#src/rules/focal-point.rules.ts';
import type { PictureFiles } from '#src/rules/picture-element.rules.ts';
import type { Card, CategoryPage, Headline, StoryList, StoryPage, StoryView } from '../reading.contract.ts';
import {
  type CardRow,
  findPublicStory,
  type HeadlineRow,
  listCards,
  listForeignCards,
  listHeadlines,
  listVersions,
  type StoryPageRow,
} from './reading.queries.ts';
import { findSeriesOf, listRelated } from './related.service.ts';
import { shareCard, sharePicturePath } from './share-picture.template.ts';
import { listPicturesInText, listVideosInText, loadBlocks, variantWidths } from './story-blocks.service.ts';

const categoryPageSize = 24;

/** The newest stories in other languages, where the order shows them. */
export const listOthers = async (
  ctx: Context,
  order: LanguageOrder,
  filter: StoryFilter = { inShownCategory: true },
): Promise<Card[]> =>
  order === 'first'
    ? (await listForeignCards(ctx.db, ctx.language, filter, othersShown)).map((row) => card(ctx, row))
    : [];

/** The headlines of those of the given stories that are public, in the given order. */
export async function getHeadlines(ctx: Context, ids: number[]): Promise<Headline[]> {
  const rows = new Map((await listHeadlines(ctx.db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [headline(row)] : [];
  });
}

export const headline = ({ id, title, language, createdAt }: HeadlineRow): Headline => ({
  id,
  title,
  language,
  publishedAt: createdAt.toISOString(),
});

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

export interface ListQuery {
  cursor?: string | undefined;
  /** The reader's choice of the order of languages. */
  order?: string | undefined;
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

/** A page of a list of stories, newest first. */
export async function cardPage(
  ctx: Context,
  filter: StoryFilter,
  { cursor, order: asked }: ListQuery,
): Promise<StoryList> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const list = (more: StoryFilter) => listCards(ctx.db, { ...filter, ...more }, categoryPageSize + 1, after);
  let order = orderOf(ctx, asked);
  let rows = order === 'all' ? [] : await list({ language: ctx.language });
  if (order === 'all' || (rows.length === 0 && after === undefined)) {
    order = 'all';
    rows = await list({});
  }
  const shown = rows.slice(0, categoryPageSize);
  const last = rows.length > categoryPageSize ? shown.at(-1) : undefined;
  // Known on each page of the list: whether it ends with others.
  const others = order === 'first' ? await listOthers(ctx, order, filter) : [];
  return {
    order,
    hasChoice: others.length > 0 || hasChoice(ctx, asked),
    cards: shown.map((row, place) => card(ctx, row, place === 0 ? 'lead' : 'card')),
    nextCursor: last ? encodeCursor(last.createdAt, last.id) : null,
    nextOrder: order === ctx.settings.get(languageOrder) ? null : order,
    others: last ? [] : others,
  };
}

interface Entry {
  name: string;
  slug: string;
  names?: LocalNames | undefined;
}

/** A link with the name in the page's language. */
export const link = ({ text, language }: Context, { slug, ...entry }: Entry) => ({
  name: localName(text, language, entry),
  slug,
});

export const subLinks = (ctx: Context, category: Parameters<typeof shownSubCategories<Entry>>[0]) =>
  shownSubCategories(category).map((sub) => link(ctx, sub));

const labelOf = ({ text, language }: Context, { subCategory, submenu }: Pick<CardRow, 'subCategory' | 'submenu'>) =>
  subCategory === null ? submenu : localName(text, language, subCategory);

// Characters of a summary, which ends with a sentence or a phrase: about three lines of a card, five of a lead.
const summaryLength = { card: 100, lead: 200 };

export const card = (ctx: Context, row: CardRow, size: keyof typeof summaryLength = 'card'): Card => ({
  id: row.id,
  title: row.title,
  summary: shorten(row.summary, summaryLength[size]),
  label: labelOf(ctx, row),
  language: row.language,
  publishedAt: row.createdAt.toISOString(),
  picture: pictureView(row),
});

/** The focal point of a story's picture; undefined if it is the centre, so that pages need not carry it. */
export function focusOf({ imageFocusX: x, imageFocusY: y }: Pick<CardRow, 'imageFocusX' | 'imageFocusY'>) {
  const point: FocalPoint = { x, y };
  return isCentre(point) ? undefined : point;
}

function pictureView(row: Pick<CardRow, 'picture' | 'imageFocusX' | 'imageFocusY'>): PictureFiles | null {
  const { picture } = row;
  if (!picture) return null;
  const focus = focusOf(row);
  const { name, width, height, colour, variants } = picture;
  return {
    name,
    width,
    height,
    colour,
    ...variantWidths(variants),
    ...(focus && { objectPosition: objectPosition(focus) }),
  };
}

/** A topic with its name in the language of the page. */
export const localTopic = (
  { language }: Pick<Context, 'language'>,
  { name, slug, names }: { name: string; slug: string; names: LocalNames },
): { name: string; slug: string } => ({ name: names[language] || name, slug });
