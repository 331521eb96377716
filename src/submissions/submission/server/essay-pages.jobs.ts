import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError, Interrupted } from '#src/platform/errors.ts';
import { uploadTempFolder } from '#src/platform/http/forms.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { withoutControlCharacters } from '#src/platform/text/control-characters.ts';
import { ResourceLimitExceeded } from '#src/platform/workers/pool.ts';
import type { ProgressOf } from '#src/platform/workers/tasks.ts';
import { pageWidths } from '../research.contract.ts';
import { findFileById, listUnrendered, markUnrenderable, type PageRow, savePages } from './files.queries.ts';
import { fileKey, pagesFolder } from './stored-files.jobs.ts';
import type { FileRow } from './submissions.queries.ts';

// Three hundred pages at a third of a second each, with a reserve for a loaded machine.
const drawingMs = 10 * 60_000;

/** Renders the pages of a PDF and extracts their text, for reviewers and for browsers without a PDF viewer. */
export const renderPages: Job<{ fileId: number }> = {
  name: 'submissions.draw-pages',
  title: 'jobs.renderPages',
  expireSeconds: 25 * 60, // ten minutes for the drawing, and ten that it may wait for a process
  async run(ctx, { fileId }) {
    const file = await findFileById(ctx.db, fileId);
    if (!file || file.removedAt || file.format !== 'pdf' || file.pages > 0) return; // deleted, or already rendered
    await mkdir(uploadTempFolder(ctx.config.dataDir), { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(uploadTempFolder(ctx.config.dataDir), 'pages-'));
    try {
      const path = join(folder, 'essay.pdf');
      const stored = await ctx.files.bytes(fileKey(file.name));
      await writeFile(path, file.encrypted ? ctx.encryption.decrypt(stored) : stored);
      const pages = await draw(ctx, file, path, folder);
      const saved = await ctx.db.transaction((tx) => savePages(tx, fileId, pages));
      // The file was deleted during rendering: delete the new pictures too.
      if (!saved) await ctx.files.removeAll(pagesFolder(file.name));
    } catch (error) {
      // A full queue or an interruption is not the file's failure.
      if (error instanceof AppError || error instanceof Interrupted) throw error;
      await markUnrenderable(ctx.db, fileId);
      if (!(error instanceof ResourceLimitExceeded)) throw error; // a file that exceeded the limits is not retried
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

/** Queues rendering of files that have just been attached to a submission. */
export const queueRendering = ({ jobs }: Pick<Context, 'jobs'>, tx: Db, fileIds: number[]): Promise<void> =>
  jobs.sendAll(
    renderPages,
    fileIds.map((fileId) => ({ fileId })),
    tx,
  );

const lateMs = 30 * 60_000;
const atOnce = 100;

/** Queues rendering again for files without pages: the job was lost, or they are older than the job. */
export const renderMissingPages: Job<object> = {
  name: 'submissions.draw-late-pages',
  title: 'jobs.renderMissingPages',
  cron: '20 * * * *',
  async run(ctx) {
    const late = await listUnrendered(ctx.db, new Date(ctx.now().getTime() - lateMs), atOnce);
    await queueRendering(
      ctx,
      ctx.db,
      late.map(({ id }) => id),
    );
  },
};

async function draw(ctx: Context, { id, name, encrypted }: FileRow, path: string, outDir: string): Promise<PageRow[]> {
  const pages: PageRow[] = [];
  const onProgress = ({ page, of, text: { text }, widthPt, heightPt }: ProgressOf<'renderPdf'>) => {
    ctx.job?.reportProgress(page, of);
    const [width, height] = [Math.round(widthPt), Math.round(heightPt)];
    // PostgreSQL's text cannot contain U+0000, which broken fonts yield. Text of an encrypted file is never stored.
    pages.push({ fileId: id, page, width, height, text: encrypted ? '' : withoutControlCharacters(text) });
  };
  const widths = encrypted ? [pageWidths.reading] : Object.values(pageWidths);
  const terms = { priority: 'preparation', share: 'essays', timeoutMs: drawingMs, onProgress } as const;
  await ctx.workers.run('renderPdf', { path, outDir, widths }, terms);
  for (const picture of (await readdir(outDir)).filter((file) => file.endsWith('.webp'))) {
    const [key, drawn] = [pagesFolder(name) + picture, join(outDir, picture)];
    if (encrypted) await ctx.files.put(key, ctx.encryption.encrypt(await readFile(drawn)), 'application/octet-stream');
    else await ctx.files.add(key, drawn, 'image/webp');
  }
  return pages;
}
