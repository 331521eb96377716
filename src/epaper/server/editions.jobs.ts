import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Context } from '#src/platform/context.ts';
import type { Job } from '#src/platform/jobs.ts';
import { TooHeavy } from '#src/platform/workshop/workshop.ts';
import { composedPage } from '../composed-page.rules.ts';
import { keepDeletedDays } from '../editions.contract.ts';
import { pageWidths, preparedRenditions } from '../reading.rules.ts';
import { termsOf } from '../search.rules.ts';
import { listClipPictures } from './clips.queries.ts';
import { listPrintedOn } from './compose.queries.ts';
import { pageKey, withPdf } from './edition-files.ts';
import { findEdition, listDeletedBefore, noteWork, purgeEdition, putPage } from './editions.queries.ts';

const coverWidth = 400;

// A broadsheet page takes about half a second; a minute a page means that something is wrong.
const pageMs = 60_000;

/** Makes the cover first, since the rack waits for it, then picture and text of every page. */
export const prepareEdition: Job<{ editionId: number; store: string }> = {
  name: 'epaper.prepare',
  retries: 2,
  expireSeconds: 3600,
  async run(ctx, { editionId, store }) {
    const edition = await findEdition(ctx.db, editionId);
    if (!edition || edition.store !== store) return; // replaced or purged meanwhile
    try {
      await withPdf(ctx, store, async (path, folder) => {
        await makeCover(ctx, path, folder, editionId, store);
        await makePages(ctx, path, folder, editionId, store, edition.pages);
      });
      await noteWork(ctx.db, editionId, store, { work: 'done', failure: null });
    } catch (error) {
      const failure = error instanceof TooHeavy ? ctx.text('errors.pdfTooHeavy') : ctx.text('epaper.workFailed');
      await noteWork(ctx.db, editionId, store, { work: 'failed', failure });
      if (!(error instanceof TooHeavy)) throw error; // what was too heavy once is so again
    }
  },
};

async function makeCover(ctx: Context, path: string, outDir: string, editionId: number, store: string) {
  await ctx.workshop.run('renderPdf', { path, outDir, widths: [coverWidth], from: 1, to: 1 }, { timeoutMs: pageMs });
  const cover = `${randomBytes(12).toString('hex')}.webp`;
  await ctx.files.add(`open/${cover}`, join(outDir, `1-${coverWidth}.webp`), 'image/webp');
  const before = (await findEdition(ctx.db, editionId))?.cover;
  if (!(await noteWork(ctx.db, editionId, store, { cover }))) await ctx.files.remove(`open/${cover}`);
  else if (before) await ctx.files.remove(`open/${before}`);
}

async function makePages(ctx: Context, path: string, outDir: string, editionId: number, store: string, pages: number) {
  const widths = preparedRenditions.map((rendition) => pageWidths[rendition]);
  await ctx.workshop.run(
    'renderPdf',
    { path, outDir, widths },
    {
      timeoutMs: pageMs * Math.max(1, pages / 10),
      onProgress: async ({ page, text, widthPt, heightPt }) => {
        for (const width of widths)
          await ctx.files.add(pageKey(store, page, width), join(outDir, `${page}-${width}.webp`), 'image/webp');
        const printed = await listPrintedOn(ctx.db, store, editionId, page);
        const said = printed.length ? composedPage(printed, text.words) : text;
        await putPage(ctx.db, { editionId, page, ...said, widthPt, heightPt }, termsOf(said.text));
      },
    },
  );
}

/** Removes editions that were deleted more than 30 days ago, with their files. */
export const purgeEditions: Job<object> = {
  name: 'epaper.purge',
  cron: '10 22 * * *', // 3:40 in India
  async run(ctx) {
    const before = new Date(ctx.now().getTime() - keepDeletedDays * 86_400_000);
    for (const { id, store, cover } of await listDeletedBefore(ctx.db, before, 1000)) {
      await ctx.files.removeAll(`editions/${store}/`);
      if (cover) await ctx.files.remove(`open/${cover}`);
      for (const picture of await listClipPictures(ctx.db, id)) await ctx.files.remove(`open/${picture}`);
      await purgeEdition(ctx.db, id);
    }
  },
};
