import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Context } from '#src/platform/context.ts';
import type { Job } from '#src/platform/jobs.ts';
import { publicKey, removeFile } from '#src/platform/public-files.ts';
import { TooHeavy } from '#src/platform/workers/pool.ts';
import { composedPage } from '../composed-page.rules.ts';
import { coverWidth, keepDeletedDays } from '../editions.contract.ts';
import { avifRenditions, pageWidths, preparedRenditions } from '../reading.rules.ts';
import { termsOf } from '../search.rules.ts';
import { listClipPictures } from './clips.queries.ts';
import { listPrintedOn } from './compose.queries.ts';
import { pageKey, settleCover, withPdf } from './edition-files.ts';
import { findEdition, listDeletedBefore, lockEdition, noteWork, purgeEdition, putPage } from './editions.queries.ts';

// A broadsheet page takes about half a second; a minute a page means that something is wrong.
const pageMs = 60_000;
const inJob = { priority: 'preparation', share: 'editions' } as const;

/** Makes the cover first, since the rack waits for it, then picture and text of every page. */
export const prepareEdition: Job<{ editionId: number; store: string }> = {
  name: 'epaper.prepare',
  retries: 2,
  expireSeconds: 3600,
  async run(ctx, { editionId, store }) {
    const edition = await findEdition(ctx.db, editionId);
    // Replaced or purged meanwhile; or done by an editor's new attempt before this one was tried again.
    if (!edition || edition.store !== store || edition.work === 'done') return;
    const error: unknown = await withPdf(ctx, store, async (path, folder) => {
      await makeCover(ctx, path, folder, editionId, store);
      await makePages(ctx, path, folder, editionId, store, edition.pages);
    }).catch((thrown) => thrown);
    const failure = error ? ctx.text(error instanceof TooHeavy ? 'errors.pdfTooHeavy' : 'epaper.workFailed') : null;
    const work = failure === null ? 'done' : 'failed';
    // Replaced or purged while the pages were made: what was stored after its files were removed is nobody's.
    if (!(await noteWork(ctx.db, editionId, store, { work, failure }))) await ctx.files.removeAll(`editions/${store}/`);
    else if (error && !(error instanceof TooHeavy)) throw error; // what was too heavy once is so again
  },
};

async function makeCover(ctx: Context, path: string, outDir: string, editionId: number, store: string) {
  const input = { path, outDir, widths: [coverWidth], from: 1, to: 1 };
  await ctx.workers.run('renderPdf', input, { ...inJob, timeoutMs: pageMs });
  const cover = `${randomBytes(12).toString('hex')}.webp`;
  await ctx.files.add(publicKey(cover), join(outDir, `1-${coverWidth}.webp`), 'image/webp');
  const before = (await findEdition(ctx.db, editionId))?.cover;
  if (!(await noteWork(ctx.db, editionId, store, { cover }))) return removeFile(ctx.files, cover);
  if (before) await removeFile(ctx.files, before);
  // It may have left the rack meanwhile.
  await ctx.db.transaction(async (tx) => {
    const edition = await lockEdition(tx, editionId);
    if (edition) await settleCover(ctx, tx, edition);
  });
}

async function makePages(ctx: Context, path: string, outDir: string, editionId: number, store: string, pages: number) {
  const widths = preparedRenditions.map((rendition) => pageWidths[rendition]);
  const avif = avifRenditions.map((rendition) => pageWidths[rendition]);
  const files = [...widths.map((width) => [width, 'webp'] as const), ...avif.map((width) => [width, 'avif'] as const)];
  await ctx.workers.run(
    'renderPdf',
    { path, outDir, widths, avif },
    {
      ...inJob,
      timeoutMs: pageMs * Math.max(1, pages / 10),
      onProgress: async ({ page, text, widthPt, heightPt }) => {
        for (const [width, format] of files) {
          const drawn = join(outDir, `${page}-${width}.${format}`);
          await ctx.files.add(pageKey(store, page, width, format), drawn, `image/${format}`);
        }
        const printed = await listPrintedOn(ctx.db, store, editionId, page);
        const said = printed.length ? composedPage(printed, text.words) : text;
        const kept = { editionId, page, ...said, widthPt, heightPt };
        if (!(await putPage(ctx.db, store, kept, termsOf(said.text)))) throw new Error('The edition has another file');
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
    for (const id of await listDeletedBefore(ctx.db, before, 1000)) await purge(ctx, id, before);
  },
};

// Who puts it back at this moment has either done so before, or waits and finds nothing. The row goes last: what a crash
// leaves is purged by the next run.
const purge = (ctx: Context, id: number, before: Date) =>
  ctx.db.transaction(async (tx) => {
    const edition = await lockEdition(tx, id);
    if (!edition?.deletedAt || edition.deletedAt >= before) return;
    await ctx.files.removeAll(`editions/${edition.store}/`);
    if (edition.cover) await removeFile(ctx.files, edition.cover);
    for (const picture of await listClipPictures(tx, id)) await removeFile(ctx.files, picture);
    await purgeEdition(tx, id);
  });
