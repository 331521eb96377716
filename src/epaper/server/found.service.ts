import type { Context } from '#src/platform/context.ts';
import { issuedAt } from '../editions.rules.ts';
import { freePages } from '../epaper.settings.ts';
import { listFoundPages } from './editions.queries.ts';

/** A page of an edition as a search shows it. */
export interface FoundPage {
  editionId: number;
  page: number;
  title: string;
  /** Null where the page is for readers with a plan. */
  text: string | null;
  publishedAt: string;
  /** Path of the edition's cover, to append to the API host. */
  cover: string | null;
}

/** These pages, in any order; those of editions that are off the rack are left out. A search has no reader, so only free pages show their text. */
export async function getFoundPages(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  refs: { ref: number; page: number }[],
): Promise<FoundPage[]> {
  const free = settings.get(freePages);
  return (await listFoundPages(db, refs)).map(({ text, cover, issueDate, createdAt, ...page }) => ({
    ...page,
    text: page.page <= free ? text : null,
    publishedAt: issuedAt({ issue_date: issueDate, created_at: createdAt.toISOString() }).toISOString(),
    cover: cover && `/static/uploads/${cover}`,
  }));
}
