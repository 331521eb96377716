import { rm, stat } from 'node:fs/promises';
import { publishEdition } from '#src/epaper/editions/server/editions.service.ts';
import { maxStories } from '#src/epaper/layout/compose.rules.ts';
import { lettersPart } from '#src/epaper/layout/letters-part.rules.ts';
import { rangeInstants } from '#src/epaper/pages/date-range.rules.ts';
import type { Edition } from '#src/epaper/pages/server/editions.queries.ts';
import { getLettersForPrint } from '#src/letters/server/printed-letters.service.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { getPrintable } from '#src/news/published/server/print.service.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError, Interrupted } from '#src/platform/errors.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { ResourceLimitExceeded } from '#src/platform/workers/pool.ts';
import {
  assignNumber,
  type CompositionRow,
  findComposition,
  insertPrintedStories,
  updateComposition,
} from './compose.queries.ts';
import { getCorrectionsBox } from './corrections-box.service.ts';
import { namedEdition } from './newspaper.template.ts';
import { composeNewspaper } from './page-composition.service.ts';
import { applyPlan } from './page-plan.service.ts';

/** Typesets an ordered newspaper and publishes it like an uploaded edition. */
export const composeEdition: Job<{ compositionId: number }> = {
  name: 'epaper.compose',
  title: 'jobs.composeEdition',
  retries: 10, // only runs that a shutdown or crash has interrupted are retried
  expireSeconds: 3600,
  async run(ctx, { compositionId }) {
    const order = await findComposition(ctx.db, compositionId);
    if (!order || !(await updateComposition(ctx.db, order.id, { state: 'typesetting', failure: null }))) return;
    const localized = { ...ctx, language: order.language, text: translator(order.language) };
    try {
      await publish(localized, order);
    } catch (error) {
      if (error instanceof AlreadyPublished) return;
      if (error instanceof Interrupted) throw error; // the queue retries it elsewhere or after the restart
      const [reason] = error instanceof AppError ? Object.values(error.details.fields ?? {}) : [];
      const failure =
        error instanceof MissingPage
          ? localized.text('compose.spaceWithoutPage', error.where)
          : reason
            ? localized.text(reason.key, reason.params)
            : localized.text(error instanceof ResourceLimitExceeded ? 'errors.pdfTooHeavy' : 'compose.failed');
      await updateComposition(ctx.db, order.id, { state: 'failed', failure, number: null });
      // Not rethrown: the editor who reads the failure publishes again, and a retry by the queue would duplicate that.
      ctx.log.error({ err: error, composition: order.id }, 'newspaper not typeset');
    }
  },
};

// Another run of the same order has published its edition in the meantime.
class AlreadyPublished extends Error {}

// A space is on a page that the newspaper does not have: an advertisement must not be lost silently.
class MissingPage extends Error {
  readonly where: { page: number; pages: number };
  constructor(where: { page: number; pages: number }) {
    super(`space on page ${where.page} of ${where.pages}`);
    this.where = where;
  }
}

async function publish(ctx: Context, order: CompositionRow) {
  const days = { from: order.firstDay, to: order.lastDay };
  const printable = await getPrintable(ctx, rangeInstants(days), maxStories);
  const plan = { stories: order.choices, spaces: order.spaces, prints: order.prints };
  const { stories, spaces } = await applyPlan(ctx, plan, printable);
  const number = await assignNumber(ctx.db, order);
  const words = { ...namedEdition(ctx, order.period, days, { number, title: order.title }), title: order.title };
  const { paper, choices } = order;
  const index = order.period === 'yearly';
  const corrections = await getCorrectionsBox(ctx, order.period, days);
  const letters = lettersPart(await getLettersForPrint(ctx, order.letters), ctx.text);
  const made = await composeNewspaper(ctx, { ...words, paper, choices, stories, spaces, index, corrections, letters });
  try {
    const missing = made.misses.find((miss) => miss.story_id === null);
    if (missing) throw new MissingPage({ page: missing.page, pages: made.laidOut });
    const { size: sizeBytes } = await stat(made.path);
    const pdf = { path: made.path, filename: `${order.title}.pdf`, sizeBytes };
    const details = {
      title: order.title,
      issueDate: order.issueDate,
      place: null,
      period: order.period,
      uploadedBy: order.orderedBy,
    };
    // In the edition's transaction: a second run after a crash finds all of it or nothing, and of two concurrent runs
    // the later one rolls back its edition.
    const also = async (tx: Db, edition: Edition) => {
      if (!(await updateComposition(tx, order.id, { state: 'done', editionId: edition.id })))
        throw new AlreadyPublished();
      await insertPrintedStories(tx, { editionId: edition.id, store: edition.store }, made.printed);
    };
    await publishEdition(ctx, pdf, details, { priority: 'preparation', also });
  } finally {
    await rm(made.path, { force: true });
  }
}
