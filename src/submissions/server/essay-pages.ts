import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#src/platform/context.ts';
import { withoutControlSigns } from '#src/platform/control-signs.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { receivingFolder } from '#src/platform/http/forms.ts';
import type { Job } from '#src/platform/jobs.ts';
import { TooHeavy, WorkersClosed } from '#src/platform/workers/pool.ts';
import type { ProgressOf } from '#src/platform/workers/tasks.ts';
import { pageWidths } from '../research.contract.ts';
import { findFileById, keepPages, listUndrawn, markUndrawable, type PageRow } from './files.queries.ts';
import { fileKey, pagesFolder } from './stored-files.ts';
import type { FileRow } from './submissions.queries.ts';

// Three hundred pages at a third of a second each, with room for a busy machine.
const drawingMs = 10 * 60_000;

/** Draws the pages of a PDF and reads their text: for reviewers, and for browsers that cannot show a PDF. */
export const drawPages: Job<{ fileId: number }> = {
  name: 'submissions.draw-pages',
  async run(ctx, { fileId }) {
    const file = await findFileById(ctx.db, fileId);
    if (!file || file.removedAt || file.format !== 'pdf' || file.pages > 0) return; // gone meanwhile, or done before
    await mkdir(receivingFolder(ctx.config.dataDir), { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(receivingFolder(ctx.config.dataDir), 'pages-'));
    try {
      const path = join(folder, 'essay.pdf');
      const stored = await ctx.files.bytes(fileKey(file.name));
      await writeFile(path, file.sealed ? ctx.seal.open(stored) : stored);
      const pages = await draw(ctx, file, path, folder);
      const kept = await ctx.db.transaction((tx) => keepPages(tx, fileId, pages));
      // Deleted while its pages were drawn: what was stored since goes too.
      if (!kept) await ctx.files.removeAll(pagesFolder(file.name));
    } catch (error) {
      // A full queue or the end of this process says nothing of the file.
      if (error instanceof AppError || error instanceof WorkersClosed) throw error;
      await markUndrawable(ctx.db, fileId);
      if (!(error instanceof TooHeavy)) throw error; // what was too heavy once is so again
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

/** Sends the job for files that have just become those of a submission. */
export const sendDrawing = ({ jobs }: Pick<Context, 'jobs'>, tx: Db, fileIds: number[]): Promise<void> =>
  jobs.sendAll(
    drawPages,
    fileIds.map((fileId) => ({ fileId })),
    tx,
  );

const lateMs = 30 * 60_000;
const atOnce = 100;

/** Sends the job again for files whose pages were never drawn: a job was lost, or they came before there was one. */
export const drawLatePages: Job<object> = {
  name: 'submissions.draw-late-pages',
  cron: '20 * * * *',
  async run(ctx) {
    const late = await listUndrawn(ctx.db, new Date(ctx.now().getTime() - lateMs), atOnce);
    await sendDrawing(
      ctx,
      ctx.db,
      late.map(({ id }) => id),
    );
  },
};

async function draw(ctx: Context, { id, name, sealed }: FileRow, path: string, outDir: string): Promise<PageRow[]> {
  const pages: PageRow[] = [];
  const onProgress = ({ page, text: { text }, widthPt, heightPt }: ProgressOf<'renderPdf'>) => {
    const [width, height] = [Math.round(widthPt), Math.round(heightPt)];
    // PostgreSQL's text cannot hold the sign zero, which broken fonts yield. What a sealed file says is in no table.
    pages.push({ fileId: id, page, width, height, text: sealed ? '' : withoutControlSigns(text) });
  };
  const widths = sealed ? [pageWidths.reading] : Object.values(pageWidths);
  const terms = { priority: 'preparation', share: 'essays', timeoutMs: drawingMs, onProgress } as const;
  await ctx.workers.run('renderPdf', { path, outDir, widths }, terms);
  for (const picture of (await readdir(outDir)).filter((file) => file.endsWith('.webp'))) {
    const [key, drawn] = [pagesFolder(name) + picture, join(outDir, picture)];
    if (sealed) await ctx.files.put(key, ctx.seal.seal(await readFile(drawn)), 'application/octet-stream');
    else await ctx.files.add(key, drawn, 'image/webp');
  }
  return pages;
}
