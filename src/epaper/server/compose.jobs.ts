import { rm, stat } from 'node:fs/promises';
import { translator } from '#src/messages/server-catalogue.ts';
import { getPrintable } from '#src/news/server/print.service.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import type { Job } from '#src/platform/jobs.ts';
import { TooHeavy, WorkersClosed } from '#src/platform/workers/pool.ts';
import { instantsOf, maxStories } from '../compose.rules.ts';
import { type CompositionRow, findComposition, giveNumber, noteComposition, putPrinted } from './compose.queries.ts';
import type { Edition } from './editions.queries.ts';
import { putOnRack } from './editions.service.ts';
import { makeUp } from './makeup.ts';
import { describeEdition } from './newspaper-words.ts';

/** Typesets a newspaper that was ordered, and puts it on the rack as if it had been uploaded. */
export const composeEdition: Job<{ compositionId: number }> = {
  name: 'epaper.compose',
  retries: 10, // only what a stop or a crash has broken off comes again
  expireSeconds: 3600,
  async run(ctx, { compositionId }) {
    const order = await findComposition(ctx.db, compositionId);
    if (!order || !(await noteComposition(ctx.db, order.id, { state: 'typesetting', failure: null }))) return;
    const spoken = { ...ctx, language: order.language, text: translator(order.language) };
    try {
      await publish(spoken, order);
    } catch (error) {
      if (error instanceof MadeAlready) return;
      if (error instanceof WorkersClosed) throw error; // the queue gives it to another process, or to this one's next start
      const failure = spoken.text(error instanceof TooHeavy ? 'errors.pdfTooHeavy' : 'compose.failed');
      await noteComposition(ctx.db, order.id, { state: 'failed', failure, number: null });
      // Not thrown: whoever reads this publishes again, and must not meet the queue that does so too.
      ctx.log.error({ err: error, composition: order.id }, 'newspaper not typeset');
    }
  },
};

// Another run of the same order has put its edition on the rack meanwhile.
class MadeAlready extends Error {}

async function publish(ctx: Context, order: CompositionRow) {
  const days = { from: order.firstDay, to: order.lastDay };
  const stories = await getPrintable(ctx, instantsOf(days), maxStories);
  const number = await giveNumber(ctx.db, order);
  const words = { ...describeEdition(ctx, order.period, days, number), title: order.title };
  const { paper, choices } = order;
  const made = await makeUp(ctx, { ...words, paper, choices, stories, index: order.period === 'yearly' });
  try {
    const { size: sizeBytes } = await stat(made.path);
    const pdf = { path: made.path, filename: `${order.title}.pdf`, sizeBytes };
    const details = {
      title: order.title,
      issueDate: order.issueDate,
      place: null,
      period: order.period,
      uploadedBy: order.orderedBy,
    };
    // With the edition itself: a second run after a crash finds either all of it or nothing, and of two at once the
    // later one takes its edition back.
    const also = async (tx: Db, edition: Edition) => {
      if (!(await noteComposition(tx, order.id, { state: 'done', editionId: edition.id }))) throw new MadeAlready();
      await putPrinted(tx, { editionId: edition.id, store: edition.store }, made.printed);
    };
    await putOnRack(ctx, pdf, details, { priority: 'preparation', also });
  } finally {
    await rm(made.path, { force: true });
  }
}
