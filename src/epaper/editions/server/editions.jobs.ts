import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { findArticles } from '#src/epaper/pages/articles.rules.ts';
import { composedPage } from '#src/epaper/pages/composed-page.rules.ts';
import { coverWidth, restoreDays } from '#src/epaper/pages/editions.contract.ts';
import { searchTextOf } from '#src/epaper/pages/page-text.rules.ts';
import { avifRenditions, pageWidths, preparedRenditions } from '#src/epaper/pages/pages.rules.ts';
import { listClipPictures } from '#src/epaper/pages/server/clip-files.queries.ts';
import {
  findEdition,
  listDeletedBefore,
  lockEdition,
  purgeEdition,
  putPage,
  setProcessingState,
} from '#src/epaper/pages/server/editions.queries.ts';
import { listPrintedOn } from '#src/epaper/pages/server/printed-stories.queries.ts';
import type { Context } from '#src/platform/context.ts';
import { Interrupted } from '#src/platform/errors.ts';
import { adoptFiles, markOrphaned, removeOrphaned } from '#src/platform/files/orphaned-files.service.ts';
import { publicFileKeys, publicKey, removeFile } from '#src/platform/files/public-files.ts';
import { processEach } from '#src/platform/jobs/job-runs.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { ResourceLimitExceeded } from '#src/platform/workers/pool.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { editionFolder, pageKey, syncCoverVisibility, withPdf } from './edition-files.service.ts';

// A broadsheet page takes about half a second; a minute per page indicates an error.
const pageMs = 60_000;
const workerOptions = { priority: 'preparation', share: 'editions' } as const;

/** Makes the cover first if there is none, since the library shows it, then picture and text of every page. */
export const processEdition: Job<{ editionId: number; store: string }> = {
  name: 'epaper.prepare',
  title: 'jobs.processEdition',
  retries: 2,
  expireSeconds: 3600,
  async run(ctx, { editionId, store }) {
    const edition = await findEdition(ctx.db, editionId);
    // Replaced or purged in the meantime: pages that an interrupted run has stored since then are orphaned.
    if (edition?.store !== store) return ctx.files.removeAll(editionFolder(store));
    if (edition.work === 'done') return; // an editor's new attempt finished before this retry
    const error: unknown = await withPdf(ctx, store, async (path, folder) => {
      if (!edition.cover) await makeCover(ctx, path, folder, editionId, store);
      await makePages(ctx, path, folder, editionId, store, edition.pages);
    }).catch((thrown) => thrown);
    if (error instanceof Interrupted) throw error; // another run continues
    const failure = error
      ? ctx.text(error instanceof ResourceLimitExceeded ? 'errors.pdfTooHeavy' : 'epaper.workFailed')
      : null;
    const work = failure === null ? 'done' : 'failed';
    // Replaced or purged while the pages were made: files stored after the removal are orphaned.
    if (!(await setProcessingState(ctx.db, editionId, store, { work, failure })))
      await ctx.files.removeAll(editionFolder(store));
    else if (error && !(error instanceof ResourceLimitExceeded)) throw error; // a retry would exceed the limit again
  },
};

async function makeCover(ctx: Context, path: string, outDir: string, editionId: number, store: string) {
  const input = { path, outDir, widths: [coverWidth], from: 1, to: 1 };
  await ctx.workers.run('renderPdf', input, { ...workerOptions, timeoutMs: pageMs });
  const cover = `${randomBytes(16).toString('hex')}.webp`;
  await markOrphaned(ctx, ctx.db, [publicKey(cover)]);
  await ctx.files.add(publicKey(cover), join(outDir, `1-${coverWidth}.webp`), 'image/webp');
  const orphaned = await ctx.db.transaction(async (tx) => {
    const edition = await lockEdition(tx, editionId);
    if (edition?.store !== store) return [publicKey(cover)]; // replaced or purged in the meantime
    await adoptFiles(tx, [publicKey(cover)]);
    await setProcessingState(tx, editionId, store, { cover });
    const before = edition.cover ? publicFileKeys(edition.cover) : [];
    await markOrphaned(ctx, tx, before);
    await syncCoverVisibility(ctx, tx, { ...edition, cover }); // it may have been deleted in the meantime
    return before;
  });
  await removeOrphaned(ctx, orphaned);
}

async function makePages(ctx: Context, path: string, outDir: string, editionId: number, store: string, pages: number) {
  const widths = preparedRenditions.map((rendition) => pageWidths[rendition]);
  const avif = avifRenditions.map((rendition) => pageWidths[rendition]);
  const files = [...widths.map((width) => [width, 'webp'] as const), ...avif.map((width) => [width, 'avif'] as const)];
  await ctx.workers.run(
    'renderPdf',
    { path, outDir, widths, avif },
    {
      ...workerOptions,
      timeoutMs: pageMs * Math.max(1, pages / 10),
      onProgress: async ({ page, of, text, widthPt, heightPt }) => {
        ctx.job?.reportProgress(page, of);
        for (const [width, format] of files) {
          const drawn = join(outDir, `${page}-${width}.${format}`);
          await ctx.files.add(pageKey(store, page, width, format), drawn, `image/${format}`);
        }
        const printed = await listPrintedOn(ctx.db, store, editionId, page);
        const content = printed.length ? composedPage(printed, text.words) : text;
        const found = printed.length ? [] : findArticles(text.words, { widthPt, heightPt });
        const headlines = found.map(({ title, region }) => ({ title, region }));
        const articleTexts = found.map((article) => article.text);
        const searchText = searchTextOf(content.text);
        const row = { editionId, page, ...content, headlines, articleTexts, searchText, widthPt, heightPt };
        if (!(await putPage(ctx.db, store, row))) throw new Error('The edition has another file');
      },
    },
  );
}

/** Removes editions that were deleted more than 30 days ago, with their files. */
export const purgeEditions: Job<object> = {
  name: 'epaper.purge',
  title: 'jobs.purgeEditions',
  cron: '10 22 * * *', // 3:40 in India
  async run(ctx) {
    const before = addDays(ctx.now(), -restoreDays);
    await processEach(ctx, await listDeletedBefore(ctx.db, before, 1000), (id) => purge(ctx, id, before));
  },
};

// A concurrent restore either commits before this, or waits for the lock and finds nothing. The row is deleted last, so
// that the next run completes a purge that a crash interrupted.
const purge = (ctx: Context, id: number, before: Date) =>
  ctx.db.transaction(async (tx) => {
    const edition = await lockEdition(tx, id);
    if (!edition?.deletedAt || edition.deletedAt >= before) return;
    await ctx.files.removeAll(editionFolder(edition.store));
    if (edition.cover) await removeFile(ctx.files, edition.cover);
    for (const picture of await listClipPictures(tx, id)) await removeFile(ctx.files, picture);
    await purgeEdition(tx, id);
  });
