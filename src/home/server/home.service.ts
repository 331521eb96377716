import { getEditions } from '#src/epaper/editions/server/library.service.ts';
import type { EditionView } from '#src/epaper/pages/editions.contract.ts';
import type { Card } from '#src/news/cards/cards.contract.ts';
import { getTopStories } from '#src/news/front/server/front.service.ts';
import type { Context } from '#src/platform/context.ts';

const storyCount = 4;

/** Data of the home page. */
export interface Home {
  stories: Card[];
  /** The newest edition in the library; null if there is none. */
  edition: EditionView | null;
}

export async function getHome(ctx: Context): Promise<Home> {
  const [stories, [edition = null]] = await Promise.all([getTopStories(ctx, storyCount), getEditions(ctx, 1)]);
  return { stories, edition };
}
