import { join } from 'node:path';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { StoredFile } from '#src/platform/files.ts';
import { TooHeavy } from '#src/platform/workshop/workshop.ts';
import { pageWidths, type Rendition, tilesOf } from '../reading.rules.ts';
import { pageKey, withPdf } from './edition-files.ts';
import type { Edition } from './editions.queries.ts';
import { getReadable } from './page-right.service.ts';
import { findPage, type Page } from './pages.queries.ts';

export interface PagePicture {
  file: StoredFile;
  /** Changes with the picture. */
  etag: string;
  /** Everyone may have it. */
  free: boolean;
}

export interface WantedPicture {
  id: number;
  page: number;
  pass: string | undefined;
}

/** A page as picture, for whoever may read the page. Throws as `getReadable` does, and `not_found` before it is made. */
export async function openPicture(
  ctx: Context,
  { id, page, pass }: WantedPicture,
  rendition: Rendition,
): Promise<PagePicture> {
  const { edition, free } = await getReadable(ctx, id, page, pass);
  const file = await findOrMake(ctx, edition, page, rendition);
  return { file, free, etag: `"${edition.store}-${page}-${rendition}"` };
}

/** A part of the magnified page. It is drawn when the first is wanted, and kept. */
export async function openTile(ctx: Context, { id, page, pass }: WantedPicture, tile: string): Promise<PagePicture> {
  const { edition, free } = await getReadable(ctx, id, page, pass);
  const key = pageKey(edition.store, page, tile);
  const made = await getMade(ctx, edition, page);
  if (!tilesOf(made.widthPt, made.heightPt).tiles.some(({ name }) => name === tile)) throw noPage();
  if (!(await ctx.files.find(key))) await magnify(ctx, edition, made);
  const file = await ctx.files.find(key);
  if (!file) throw noPage();
  return { file, free, etag: `"${edition.store}-${page}-${tile}"` };
}

async function findOrMake(ctx: Context, edition: Edition, page: number, rendition: Rendition): Promise<StoredFile> {
  const find = (wanted: Rendition) => ctx.files.find(pageKey(edition.store, page, pageWidths[wanted]));
  const file = await find(rendition);
  if (file) return file;
  if (rendition === 'print') await magnify(ctx, edition, await getMade(ctx, edition, page));
  // Editions from before the small rendition have the screen's.
  const other = await find(rendition === 'small' ? 'screen' : rendition);
  if (!other) throw noPage();
  return other;
}

async function getMade(ctx: Context, edition: Edition, page: number): Promise<Page> {
  const made = await findPage(ctx.db, edition.id, page);
  if (!made) throw noPage();
  return made;
}

const noPage = () => new AppError('not_found', 'reader.pageToCome');

// Forty tiles are asked for at once; the page is drawn once. Another node may draw it too, to the same files.
const underWay = new Map<string, Promise<void>>();

function magnify(ctx: Context, edition: Edition, page: Page): Promise<void> {
  const name = `${edition.store} ${page.page}`;
  const begun = underWay.get(name);
  if (begun) return begun;
  const work = drawLarge(ctx, edition, page).finally(() => underWay.delete(name));
  underWay.set(name, work);
  return work;
}

async function drawLarge(ctx: Context, { store }: Edition, { page, widthPt, heightPt }: Page): Promise<void> {
  const { width, tiles } = tilesOf(widthPt, heightPt);
  const whole = { name: String(pageWidths.print), left: 0, top: 0, right: 1, bottom: 1, width: pageWidths.print };
  await withPdf(ctx, store, async (path, outDir) => {
    const pieces = [...tiles, whole];
    await ctx.workshop.run('cutPdf', { path, outDir, page, width, pieces }).catch(asProblem);
    for (const { name } of pieces)
      await ctx.files.add(pageKey(store, page, name), join(outDir, `${name}.webp`), 'image/webp');
  });
}

const asProblem = (error: unknown): never => {
  throw error instanceof TooHeavy ? new AppError('unavailable', 'errors.pdfTooHeavy') : error;
};
