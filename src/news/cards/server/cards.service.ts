import { shorten } from '#src/markdown/story-text.rules.ts';
import { shownSubCategories } from '#src/news/categories/categories.rules.ts';
import { localName } from '#src/news/categories/category-names.rules.ts';
import { variantWidths } from '#src/news/media/server/picture-variants.service.ts';
import type { LocalNames } from '#src/news/schema/columns.rules.ts';
import { type LanguageOrder, othersShown } from '#src/news/stories/language-order.rules.ts';
import { languageOrder } from '#src/news/stories/news.settings.ts';
import { hasChoice, orderOf } from '#src/news/stories/server/language-order.service.ts';
import type { StoryFilter } from '#src/news/stories/server/stories.queries.ts';
import type { Context } from '#src/platform/context.ts';
import { decodeCursor, encodeCursor } from '#src/platform/database/cursors.ts';
import { type FocalPoint, isCentre, objectPosition } from '#src/rules/focal-point.rules.ts';
import type { PictureFiles } from '#src/rules/picture-element.rules.ts';
import type { Card, Headline, StoryList } from '../cards.contract.ts';
import { type CardRow, type HeadlineRow, listCards, listForeignCards, listHeadlines } from './cards.queries.ts';

/** The newest stories in other languages, where the order shows them. */
export const listOthers = async (
  ctx: Context,
  order: LanguageOrder,
  filter: StoryFilter = { inShownCategory: true },
): Promise<Card[]> =>
  order === 'first'
    ? (await listForeignCards(ctx.db, ctx.language, filter, othersShown)).map((row) => card(ctx, row))
    : [];

/** The headlines of the given stories that are public, in the given order. */
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

export interface ListQuery {
  cursor?: string | undefined;
  /** The reader's choice of the order of languages. */
  order?: string | undefined;
}

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
  // Also read if there are more pages, since `hasChoice` depends on it.
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

export const categoryPageSize = 24;

// Characters of a summary, which ends with a sentence or a phrase: about three lines of a card, five of a lead.
export const summaryLength = { card: 100, lead: 200 };

/** The focal point of a story's picture; undefined if it is the centre, so that pages need not carry it. */
export function focusOf({ imageFocusX: x, imageFocusY: y }: Pick<CardRow, 'imageFocusX' | 'imageFocusY'>) {
  const point: FocalPoint = { x, y };
  return isCentre(point) ? undefined : point;
}

export function pictureView(row: Pick<CardRow, 'picture' | 'imageFocusX' | 'imageFocusY'>): PictureFiles | null {
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

export const labelOf = (
  { text, language }: Context,
  { subCategory, submenu }: Pick<CardRow, 'subCategory' | 'submenu'>,
) => (subCategory === null ? submenu : localName(text, language, subCategory));

/** A link with the name in the page's language. */
export const link = ({ text, language }: Context, { slug, ...entry }: Entry) => ({
  name: localName(text, language, entry),
  slug,
});

export const subLinks = (ctx: Context, category: Parameters<typeof shownSubCategories<Entry>>[0]) =>
  shownSubCategories(category).map((sub) => link(ctx, sub));

export interface Entry {
  name: string;
  slug: string;
  names?: LocalNames | undefined;
}

/** A topic with its name in the language of the page. */
export const localTopic = (
  { language }: Pick<Context, 'language'>,
  { name, slug, names }: { name: string; slug: string; names: LocalNames },
): { name: string; slug: string } => ({ name: names[language] || name, slug });

export const card = (ctx: Context, row: CardRow, size: keyof typeof summaryLength = 'card'): Card => ({
  id: row.id,
  title: row.title,
  summary: shorten(row.summary, summaryLength[size]),
  label: labelOf(ctx, row),
  language: row.language,
  publishedAt: row.createdAt.toISOString(),
  picture: pictureView(row),
});
