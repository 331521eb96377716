import { issuedAt } from '#src/epaper/pages/editions.rules.ts';
import { freePages } from '#src/epaper/pages/epaper.settings.ts';
import { listFoundPages } from '#src/epaper/pages/server/editions.queries.ts';
import type { Context } from '#src/platform/context.ts';

/** A page of an edition as a search result. */
export interface PageResult {
  editionId: number;
  page: number;
  title: string;
  /** Null if the page requires a plan. */
  text: string | null;
  publishedAt: string;
  /** Path of the edition's cover, to append to the API host. */
  cover: string | null;
}

/**
 * These pages, in any order, without those of deleted editions. The site-wide search does not depend on the actor, so
 * only free pages have text.
 */
export async function getPageResults(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  refs: { ref: number; page: number }[],
): Promise<PageResult[]> {
  const found = await listFoundPages(db, refs, settings.get(freePages));
  return found.map(({ cover, issueDate, createdAt, place: _, ...page }) => ({
    ...page,
    publishedAt: issuedAt({ issue_date: issueDate, created_at: createdAt.toISOString() }).toISOString(),
    cover: cover && `/static/uploads/${cover}`,
  }));
}
