// What newsletters show of stories.
import type { Context } from '#src/platform/context.ts';
import { findBySlug } from '../categories.rules.ts';
import type { Card } from '../reading.contract.ts';
import { shapePath } from '../structured.rules.ts';
import { getCategories } from './categories.service.ts';
import { getTopStories } from './front.service.ts';
import { findPublicStory, listCards, listCardsOf } from './reading.queries.ts';
import { card } from './reading.service.ts';
import { shareCard, sharePicturePath } from './share-picture.template.ts';

/**
 * Stories in the context's language that were published after `since`, at most `count`: those of the front first, in its
 * order, then the newest. `section` is the slug of a category, also a former one; empty for all that the paper shows.
 */
export async function getNewStories(
  ctx: Context,
  { section, since, count }: { section: string; since: Date; count: number },
): Promise<Card[]> {
  const isNew = ({ language, publishedAt }: Card) => language === ctx.language && new Date(publishedAt) > since;
  const category = section ? findBySlug(await getCategories(ctx), section) : undefined;
  if (section && !category) return [];
  const filter = { language: ctx.language, ...(category ? { categoryId: category.id } : { inShownCategory: true }) };
  const [top, newest] = await Promise.all([
    category ? [] : getTopStories(ctx, count),
    listCards(ctx.db, filter, count),
  ]);
  const found = [...top, ...newest.map((row) => card(ctx, row, 'lead'))].filter(isNew);
  return [...new Map(found.toReversed().map((story) => [story.id, story])).values()].toReversed().slice(0, count);
}

/** Cards of those of the given stories that are public, in the given order. */
export async function getCards(ctx: Context, ids: number[]): Promise<Card[]> {
  const rows = new Map((await listCardsOf(ctx.db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [card(ctx, row, 'lead')] : [];
  });
}

/** Path of a story's photograph as a JPEG of 16 to 9, which every mail program shows; null if it has none. */
export async function getWidePicture(ctx: Context, storyId: number): Promise<{ path: string; alt: string } | null> {
  const story = await findPublicStory(ctx.db, storyId);
  return story?.picture
    ? { path: shapePath(sharePicturePath(shareCard(ctx, story)), '16x9'), alt: story.picture.alt }
    : null;
}
