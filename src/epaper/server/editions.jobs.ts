import { randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Context } from '#src/platform/context.ts';
import type { Job } from '#src/platform/jobs.ts';
import { TooHeavy } from '#src/platform/workshop/workshop.ts';
import { keepDeletedDays } from '../editions.contract.ts';
import { findEdition, listDeletedBefore, noteWork, purgeEdition, putPage } from './editions.queries.ts';

const coverWidth = 400;
/** Widths in which pages are kept: for the strip of pages, and to read them on a screen. */
export const pageWidths = { strip: 200, screen: 1400 } as const;

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
    const folder = join(ctx.config.dataDir, 'working', randomUUID());
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      const path = join(folder, 'edition.pdf');
      const stored = await ctx.files.find(`editions/${store}/edition.pdf`);
      if (!stored) throw new Error('The stored PDF is missing');
      await pipeline(await stored.stream(), createWriteStream(path));
      await makeCover(ctx, path, folder, editionId, store);
      await makePages(ctx, path, folder, editionId, store, edition.pages);
      await noteWork(ctx.db, editionId, store, { work: 'done', failure: null });
    } catch (error) {
      const failure = error instanceof TooHeavy ? ctx.text('errors.pdfTooHeavy') : ctx.text('epaper.workFailed');
      await noteWork(ctx.db, editionId, store, { work: 'failed', failure });
      if (!(error instanceof TooHeavy)) throw error; // what was too heavy once is so again
    } finally {
      await rm(folder, { recursive: true, force: true });
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
  const widths = Object.values(pageWidths);
  await ctx.workshop.run(
    'renderPdf',
    { path, outDir, widths },
    {
      timeoutMs: pageMs * Math.max(1, pages / 10),
      onProgress: async ({ page, text, widthPt, heightPt }) => {
        for (const width of widths)
          await ctx.files.add(
            `editions/${store}/${page}-${width}.webp`,
            join(outDir, `${page}-${width}.webp`),
            'image/webp',
          );
        await putPage(ctx.db, { editionId, page, ...text, widthPt, heightPt });
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
      await purgeEdition(ctx.db, id);
    }
  },
};
