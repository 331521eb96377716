import type { Language } from '#src/messages/languages.ts';
import { boardSize } from '#src/news/cards/board-sizes.rules.ts';
import type { Card } from '#src/news/cards/cards.contract.ts';
import type { CardRow } from '#src/news/cards/server/cards.queries.ts';
import { card, headline, link, listOthers, subLinks } from '#src/news/cards/server/cards.service.ts';
import { getShownCategories } from '#src/news/categories/server/categories.service.ts';
import { hasChoice, orderOf } from '#src/news/stories/server/language-order.service.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Front, Section } from '../front.contract.ts';
import { listBoard, listPlaced, listUncategorized, type PlacedRow } from './front.queries.ts';

const topPerCategory = 2;
const latestCount = 4; // about as tall as the lead

/** The front in the page's language: `asked` is the reader's choice of the order, if he has made one. */
export async function getFront(ctx: Context, asked?: string): Promise<Front> {
  const order = orderOf(ctx, asked);
  const own = order === 'all' ? undefined : await frontOf(ctx, ctx.language);
  // If the paper has nothing in this language yet, the front shows all languages.
  if (!own || (own.sections.length === 0 && !own.lead))
    return { order: 'all', hasChoice: hasChoice(ctx, asked), ...(await frontOf(ctx)), others: [] };
  const others = await listOthers(ctx, order);
  return { order, hasChoice: others.length > 0 || hasChoice(ctx, asked), ...own, others };
}

async function frontOf(ctx: Context, language?: Language): Promise<Omit<Front, 'order' | 'hasChoice' | 'others'>> {
  const [placed, board] = await Promise.all([listPlaced(ctx.db, language), listRows(ctx, boardSize + 1, language)]);
  const lead = placed.find(({ kind }) => kind === 'lead');
  const pinned = placed.filter(({ kind, id }) => kind === 'pinned' && id !== lead?.id);
  return {
    lead: lead ? card(ctx, lead, 'lead') : null,
    breaking: placed.filter(({ kind }) => kind === 'breaking').map(headline),
    // Only beside a lead: otherwise the front has no space for them, and its sections show these stories anyway.
    latest: lead ? newest(board.rows, lead.id).map(headline) : [],
    sections: sectionsOf(ctx, board, pinned, lead?.id),
  };
}

/**
 * The news board: a section for each category that has stories, in the order of the newspaper. Of all languages, or of
 * one.
 */
export const getBoard = async (ctx: Context, language?: Language): Promise<Section[]> =>
  sectionsOf(ctx, await listRows(ctx, boardSize + 1, language));

async function listRows(ctx: Context, perCategory: number, language?: Language) {
  const [categories, categorized, uncategorized] = await Promise.all([
    getShownCategories(ctx),
    listBoard(ctx.db, perCategory, language),
    listUncategorized(ctx.db, boardSize, language),
  ]);
  return { categories, rows: [...categorized, ...uncategorized] };
}

function sectionsOf(
  ctx: Context,
  { categories, rows }: Awaited<ReturnType<typeof listRows>>,
  pinned: readonly PlacedRow[] = [],
  lead?: number,
): Section[] {
  const isPlaced = new Set([lead, ...pinned.map(({ id }) => id)]);
  const inCategory = (id: number | null) => {
    const ordered = rows.filter(({ categoryId }) => categoryId === id);
    const shown = [
      ...pinned.filter(({ categoryId }) => categoryId === id),
      ...ordered.filter((row) => !isPlaced.has(row.id)),
    ];
    // One or two stories of a section are set large.
    const cards = shown
      .slice(0, boardSize)
      .map((row, place) => card(ctx, row, place === 0 || shown.length < 3 ? 'lead' : 'card'));
    return { cards, more: ordered.length > boardSize };
  };
  const sections = categories.map((category): Section => {
    const { cards, more } = inCategory(category.id);
    return { category: link(ctx, category), subs: subLinks(ctx, category), cards, more };
  });
  const orphans: Section = { category: null, subs: [], cards: inCategory(null).cards, more: false };
  return [...sections, orphans].filter(({ cards }) => cards.length);
}

const newest = (rows: readonly CardRow[], lead: number) =>
  rows
    .filter(({ id }) => id !== lead)
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id)
    .slice(0, latestCount);

/**
 * Top stories: the lead of the paper, the first story of each section of the board, then the second ones; those with a
 * picture first. If the page's language has too few, they are followed by those in other languages.
 */
export async function getTopStories(ctx: Context, count: number): Promise<Card[]> {
  const order = orderOf(ctx);
  const own = order === 'all' ? [] : await listTop(ctx, count, ctx.language);
  if (own.length === count || (order === 'only' && own.length > 0)) return own;
  const all = await listTop(ctx, count);
  return [...own, ...all.filter(({ id }) => own.every((card) => card.id !== id))].slice(0, count);
}

/** Adds the top stories to the error of a page that is missing, so that its error page can show them. */
export async function withTopStories<T>(ctx: Context, count: number, page: Promise<T>): Promise<T> {
  try {
    return await page;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    throw new AppError('not_found', error.text, { extra: { stories: await getTopStories(ctx, count) }, cause: error });
  }
}

async function listTop(ctx: Context, count: number, language?: Language): Promise<Card[]> {
  const [categories, rows, placed] = await Promise.all([
    getShownCategories(ctx),
    listBoard(ctx.db, topPerCategory, language),
    listPlaced(ctx.db, language),
  ]);
  const lead = placed.find(({ kind }) => kind === 'lead');
  const sections = categories.map((category) =>
    rows.filter(({ id, categoryId }) => categoryId === category.id && id !== lead?.id).map((row) => card(ctx, row)),
  );
  const byPlace = Array.from({ length: topPerCategory }, (_, place) =>
    sections.flatMap((section) => section[place] ?? []),
  );
  const others = byPlace.flat().sort((a, b) => Number(b.picture !== null) - Number(a.picture !== null));
  return [...(lead ? [card(ctx, lead, 'lead')] : []), ...others].slice(0, count);
}
