import { getNewestPrinting, type Printing } from '#src/epaper/server/compose.service.ts';
import type { StoryPage } from '#src/news/reading.contract.ts';
import { getStoryPage } from '#src/news/server/reading.service.ts';
import type { Context } from '#src/platform/context.ts';

/** A published story, and where it was printed last; null when it was not. Throws `not_found`. */
export async function getStoryWithPrintings(
  ctx: Context,
  id: number,
): Promise<{ story: StoryPage; printing: Printing | null }> {
  const [story, printing] = await Promise.all([getStoryPage(ctx, id), getNewestPrinting(ctx, id)]);
  return { story, printing };
}
