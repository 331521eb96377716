import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { editionFolder, pdfKey } from '#src/epaper/editions/server/edition-files.service.ts';
import { processEdition } from '#src/epaper/editions/server/editions.jobs.ts';
import type { DateRange } from '#src/epaper/pages/date-range.rules.ts';
import { type Period, safeFilename } from '#src/epaper/pages/editions.rules.ts';
import { createEdition, deleteEdition } from '#src/epaper/pages/server/editions.queries.ts';
import { getSampleOriginals } from '#src/news/sample/server/sample.service.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { adoptFiles, markOrphaned } from '#src/platform/files/orphaned-files.service.ts';
import { publicKey } from '#src/platform/files/public-files.ts';
import { addDays, isoDate } from '#src/rules/calendar.rules.ts';
import { composeEdition } from './compose.jobs.ts';
import {
  createComposition,
  dropSampleOrders,
  insertPrintedStories,
  listSampleEditions,
  type NewPrintedStory,
} from './compose.queries.ts';
import { propose } from './compose.service.ts';
import { proposedTitle } from './newspaper.template.ts';

/** `printed.json` of the sample: what is where in its edition. */
export interface SampleEdition {
  pages: number;
  widthPt: number;
  heightPt: number;
  /** `picture` is the name of the story's picture, which identifies a sample story. */
  printed: (Omit<NewPrintedStory, 'storyId'> & { picture: string })[];
}

// Not at once: the administrator first looks at the new site.
const composeAfterSeconds = 60;

/**
 * Stores the files of the sample's weekly edition from `folder`. Returns a function that publishes it in the
 * transaction that creates the stories, and orders the monthly one. `storyIds` are the ids of the stories by picture.
 */
export async function storeSampleEditions(
  ctx: Context,
  folder: string,
): Promise<(tx: Db, storyIds: ReadonlyMap<string, number>) => Promise<void>> {
  const read = (name: string) => readFile(join(folder, name));
  const [pdf, picture] = [await read('edition.pdf'), await read('cover.webp')];
  const { printed, ...size } = JSON.parse(String(await read('printed.json'))) as SampleEdition; // which its test writes
  const [store, cover] = [randomName(), `${randomName()}.webp`];
  const files = [editionFolder(store), publicKey(cover)];
  await markOrphaned(ctx, ctx.db, files);
  await ctx.files.put(pdfKey(store), pdf, 'application/pdf');
  await ctx.files.put(publicKey(cover), picture, 'image/webp');
  return async (tx, storyIds) => {
    const inTransaction = { ...ctx, db: tx };
    const { title, issueDate, ...order } = orderOf(inTransaction, 'weekly', 7);
    const filename = safeFilename(`${title}.pdf`);
    const details = { title, issueDate, filename, period: order.period, createdAt: ctx.now() };
    const edition = await createEdition(tx, { ...details, ...size, store, cover, sizeBytes: pdf.length });
    await adoptFiles(tx, files);
    // Marks the edition as part of the sample. No number: the next one is derived from the count of editions.
    await createComposition(tx, {
      ...order,
      title,
      issueDate,
      paper: 'a3',
      choices: [],
      state: 'done',
      editionId: edition.id,
    });
    await insertPrintedStories(
      tx,
      { editionId: edition.id, store },
      printed.map(({ picture: of, ...story }) => ({ ...story, storyId: storyIds.get(of) ?? null })),
    );
    await ctx.jobs.send(processEdition, { editionId: edition.id, store }, { within: tx });
    await orderMonthly(inTransaction, tx);
  };
}

const randomName = () => randomBytes(16).toString('hex');

// A printed newspaper has each story once. Three scripts show what the composer can set; eight would be no newspaper.
const printedLanguages = ['en', 'hi', 'ta'];

async function orderMonthly(ctx: Context, tx: Db) {
  const order = orderOf(ctx, 'monthly', 30);
  const among = new Set(await getSampleOriginals(ctx, printedLanguages));
  const days = { from: order.firstDay, to: order.lastDay };
  const { stories } = await propose(ctx, { category: 'monthly', days, among });
  const choices = stories.map(({ id, weight }) => ({ id, weight }));
  const { id } = await createComposition(tx, { ...order, paper: 'a4', choices });
  await ctx.jobs.send(composeEdition, { compositionId: id }, { within: tx, delaySeconds: composeAfterSeconds });
}

/** Title and dates of an edition of the last `count` days. */
function orderOf(ctx: Context, period: Period, count: number) {
  const days: DateRange = { from: isoDate(addDays(ctx.now(), 1 - count)), to: isoDate(ctx.now()) };
  return {
    period,
    firstDay: days.from,
    lastDay: days.to,
    title: proposedTitle(ctx, period, days),
    issueDate: days.to,
    createdAt: ctx.now(),
    sample: true,
  };
}

/** Deletes the sample editions, also one that has not been typeset yet; the purge job removes them later. */
export async function removeSampleEditions({ db }: Pick<Context, 'db'>, now: Date): Promise<void> {
  await dropSampleOrders(db);
  for (const id of await listSampleEditions(db)) await deleteEdition(db, id, now);
}
