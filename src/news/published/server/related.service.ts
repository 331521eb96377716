import { type CardRow, listCards, listForeignCards } from '#src/news/cards/server/cards.queries.ts';
import { orderOf } from '#src/news/stories/server/language-order.service.ts';
import type { StoryFilter } from '#src/news/stories/server/stories.queries.ts';
import { listParts } from '#src/news/topics/server/topics.queries.ts';
import { atEdge } from '#src/platform/cache/recorded-queries.ts';
import type { Context } from '#src/platform/context.ts';
import type { SeriesOfStory } from '../reading.contract.ts';
import type { StoryPageRow } from './reading.queries.ts';

const relatedCount = 4;
/** Parts of a series that a story lists before and after itself. */
const partsBeside = 10;

/** The series that a story is a part of, with the parts beside it. */
export async function findSeriesOf(ctx: Context, { id, series }: StoryPageRow): Promise<SeriesOfStory | null> {
  if (!series) return null;
  const { title, slug, language } = series;
  const parts = await listParts(ctx.db, series.id);
  const at = parts.findIndex((part) => part.id === id);
  return {
    title,
    slug,
    language,
    parts: parts.slice(Math.max(0, at - partsBeside), at + partsBeside + 1),
    count: parts.length,
    previous: parts[at - 1] ?? null,
    next: parts[at + 1] ?? null,
  };
}

/** Stories to read after one, and whether they share a topic with it or only its category. */
export interface Related {
  by: 'topic' | 'category';
  cards: CardRow[];
}

/** The newest stories with a topic of this one, then those of its category, without those of its series. */
export const listRelated = (ctx: Context, { id, categoryId, topics, seriesId }: StoryPageRow): Promise<Related> =>
  atEdge(async () => {
    const wanted = relatedCount + 1; // the story itself may be one
    const topicIds = topics.map((topic) => topic.id);
    // The parts of its series are listed beside it.
    const others = seriesId === null ? {} : { outsideSeries: seriesId };
    const sharing = topicIds.length ? await newest(ctx, { topicIds, ...others }, wanted) : [];
    const isFull = sharing.length >= wanted;
    const beside = isFull || categoryId === null ? [] : await newest(ctx, { categoryId, ...others }, wanted);
    const left = [...sharing, ...beside].filter(
      (card, index, all) => card.id !== id && all.findIndex((other) => other.id === card.id) === index,
    );
    return {
      by: sharing.some((card) => card.id !== id) ? 'topic' : 'category',
      cards: left.slice(0, relatedCount),
    };
  });

// One query, and a second one where the language of the page has too few.
async function newest(ctx: Context, filter: StoryFilter, wanted: number): Promise<CardRow[]> {
  const order = orderOf(ctx);
  if (order === 'all') return listCards(ctx.db, filter, wanted);
  const own = await listCards(ctx.db, { ...filter, language: ctx.language }, wanted);
  if (own.length === wanted || order === 'only') return own;
  return [...own, ...(await listForeignCards(ctx.db, ctx.language, filter, wanted - own.length))];
}
