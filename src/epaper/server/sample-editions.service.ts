import { getSampleOriginals } from '#src/news/server/sample.service.ts';
import type { Context } from '#src/platform/context.ts';
import { addDays, isoDate } from '#src/rules/calendar.rules.ts';
import type { DateRange, PaperSize } from '../compose.rules.ts';
import type { Period } from '../editions.rules.ts';
import { composeEdition } from './compose.jobs.ts';
import { createComposition, hasSampleComposition, listSampleEditions } from './compose.queries.ts';
import { propose } from './compose.service.ts';
import { deleteEdition } from './editions.queries.ts';

const sampleEditions: { period: Period; paper: PaperSize; days: number }[] = [
  { period: 'monthly', paper: 'a4', days: 30 },
  { period: 'weekly', paper: 'a3', days: 7 },
];

// A printed newspaper has each story once. Three scripts show what the composer can set; eight would be no newspaper.
const printedLanguages = ['en', 'hi', 'ta'];

/** Orders the sample editions, from the days before now; does nothing on later calls. */
export async function orderSampleEditions(ctx: Context): Promise<void> {
  if (await hasSampleComposition(ctx.db)) return;
  const day = (before: number) => isoDate(addDays(ctx.now(), -before));
  const among = new Set(await getSampleOriginals(ctx, printedLanguages));
  const orders = await Promise.all(
    sampleEditions.map(async ({ period, paper, days }) => {
      const span: DateRange = { from: day(days - 1), to: day(0) };
      return { period, paper, proposal: await propose(ctx, { category: period, days: span, among }) };
    }),
  );
  await ctx.db.transaction(async (tx) => {
    for (const { period, paper, proposal } of orders) {
      if (proposal.stories.length === 0) continue;
      const { id } = await createComposition(tx, {
        period,
        paper,
        firstDay: proposal.from,
        lastDay: proposal.to,
        title: proposal.title,
        issueDate: proposal.to,
        choices: proposal.stories.map(({ id, weight }) => ({ id, weight })),
        createdAt: ctx.now(),
        sample: true,
      });
      await ctx.jobs.send(composeEdition, { compositionId: id }, { within: tx });
    }
  });
}

/** Deletes the sample editions; the purge job removes them later. */
export async function removeSampleEditions({ db }: Pick<Context, 'db'>, now: Date): Promise<void> {
  for (const id of await listSampleEditions(db)) await deleteEdition(db, id, now);
}
