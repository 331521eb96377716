import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { printedStories } from './printed-stories.tables.ts';

export type PrintedStory = typeof printedStories.$inferSelect;

/** The stories printed on a page of this file, in the order of layout. */
export const listPrintedOn = (db: Db, store: string, editionId: number, page: number): Promise<PrintedStory[]> =>
  db
    .select()
    .from(printedStories)
    .where(and(eq(printedStories.editionId, editionId), eq(printedStories.page, page), eq(printedStories.store, store)))
    .orderBy(asc(printedStories.id));
