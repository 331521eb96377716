import type { Report } from '#src/epaper/editions.contract.ts';
import { getReports } from '#src/epaper/server/shelf.service.ts';
import type { Card } from '#src/news/reading.contract.ts';
import { getTopStories } from '#src/news/server/reading.service.ts';
import type { Context } from '#src/platform/context.ts';

const storyCount = 4;

/** What the home page shows beside its own words. */
export interface Home {
  stories: Card[];
  /** The newest on the rack; null while there is none. */
  edition: Report | null;
}

export async function getHome(ctx: Context): Promise<Home> {
  const [stories, [edition = null]] = await Promise.all([getTopStories(ctx, storyCount), getReports(ctx, 1)]);
  return { stories, edition };
}
