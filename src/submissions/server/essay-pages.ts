import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#src/platform/context.ts';
import { withoutControlSigns } from '#src/platform/control-signs.ts';
import { receivingFolder } from '#src/platform/http/forms.ts';
import type { Job } from '#src/platform/jobs.ts';
import type { ProgressOf } from '#src/platform/workshop/tasks.ts';
import { pageWidths } from '../research.contract.ts';
import { findFileById, keepPages, type PageRow } from './files.queries.ts';
import { fileKey, pagesFolder } from './stored-files.ts';
import type { FileRow } from './submissions.queries.ts';

// Three hundred pages at a third of a second each, with room for a busy machine.
const drawingMs = 10 * 60_000;

/** Draws the pages of a published PDF and reads their text, for browsers that cannot show a PDF. */
export const drawPages: Job<{ fileId: number }> = {
  name: 'submissions.draw-pages',
  async run(ctx, { fileId }) {
    const file = await findFileById(ctx.db, fileId);
    if (!file || file.removedAt || file.format !== 'pdf' || file.pages > 0) return; // gone meanwhile, or done before
    await mkdir(receivingFolder(ctx.config.dataDir), { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(receivingFolder(ctx.config.dataDir), 'pages-'));
    try {
      const path = join(folder, 'essay.pdf');
      await writeFile(path, await ctx.files.bytes(fileKey(file.name)));
      const pages = await draw(ctx, file, path, folder);
      const kept = await ctx.db.transaction((tx) => keepPages(tx, fileId, pages));
      // Deleted while its pages were drawn: what was stored since goes too.
      if (!kept) await ctx.files.removeAll(pagesFolder(file.name));
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

async function draw(ctx: Context, { id, name }: FileRow, path: string, outDir: string): Promise<PageRow[]> {
  const pages: PageRow[] = [];
  const onProgress = ({ page, text: { text }, widthPt, heightPt }: ProgressOf<'renderPdf'>) => {
    const [width, height] = [Math.round(widthPt), Math.round(heightPt)];
    // PostgreSQL's text cannot hold the sign zero, which broken fonts yield.
    pages.push({ fileId: id, page, width, height, text: withoutControlSigns(text) });
  };
  const widths = Object.values(pageWidths);
  await ctx.workshop.run('renderPdf', { path, outDir, widths }, { timeoutMs: drawingMs, onProgress });
  for (const picture of (await readdir(outDir)).filter((file) => file.endsWith('.webp')))
    await ctx.files.add(pagesFolder(name) + picture, join(outDir, picture), 'image/webp');
  return pages;
}
