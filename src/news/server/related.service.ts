import { atEdge } from '#src/platform/cache/recorded-queries.ts';
import type { Context } from '#src/platform/context.ts';
import { orderOf } from './language-order.service.ts';
import { type CardRow, listCards, listForeignCards, type StoryPageRow } from './reading.queries.ts';
import type { StoryFilter } from './stories.queries.ts';
import { listParts } from './topics.queries.ts';

const relatedCount = 4;

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
    const sharing = topicIds.length ? await newest(ctx, { topicIds }, wanted) : [];
    const isFull = sharing.length >= wanted;
    const beside = isFull || categoryId === null ? [] : await newest(ctx, { categoryId }, wanted);
    const parts = seriesId === null ? [] : await listParts(ctx.db, seriesId);
    const left = [...sharing, ...beside].filter(
      (card, index, all) =>
        card.id !== id &&
        parts.every((part) => part.id !== card.id) &&
        all.findIndex((other) => other.id === card.id) === index,
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
