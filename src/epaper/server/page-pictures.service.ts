import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { StoredFile } from '#src/platform/files.ts';
import { type PageFormat, pageWidths, type Rendition, tilesOf } from '../reading.rules.ts';
import { drawForPrint, drawTile } from './drawing.ts';
import { pageKey } from './edition-files.ts';
import type { Edition } from './editions.queries.ts';
import { getReadable } from './page-right.service.ts';
import { findPage, type Page } from './pages.queries.ts';

export interface PagePicture {
  file: StoredFile;
  format: PageFormat;
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

/**
 * A page as picture, for whoever may read the page; as AVIF where his browser knows it and there is one. Throws as
 * `getReadable` does, and `not_found` before it is made.
 */
export async function openPicture(
  ctx: Context,
  { id, page, pass }: WantedPicture,
  rendition: Rendition,
  knowsAvif: boolean,
): Promise<PagePicture> {
  const { edition, free } = await getReadable(ctx, id, page, pass);
  const avif = knowsAvif && (await ctx.files.find(pageKey(edition.store, page, pageWidths[rendition], 'avif')));
  if (avif) return { file: avif, format: 'avif', free, etag: `"${edition.store}-${page}-${rendition}-avif"` };
  const file = await findOrMake(ctx, edition, page, rendition);
  return { file, format: 'webp', free, etag: `"${edition.store}-${page}-${rendition}"` };
}

/** A part of the magnified page. They are drawn when the first is wanted, and kept. */
export async function openTile(ctx: Context, { id, page, pass }: WantedPicture, tile: string): Promise<PagePicture> {
  const { edition, free } = await getReadable(ctx, id, page, pass);
  const key = pageKey(edition.store, page, tile);
  const made = await getMade(ctx, edition, page);
  if (!tilesOf(made.widthPt, made.heightPt).tiles.some(({ name }) => name === tile)) throw noPage();
  if (!(await ctx.files.find(key))) await drawTile(ctx, edition.store, made, tile);
  const file = await ctx.files.find(key);
  if (!file) throw noPage();
  return { file, format: 'webp', free, etag: `"${edition.store}-${page}-${tile}"` };
}

/** What a picture of each page takes together in these renditions, in bytes. Throws `not_found` while some are being made. */
export async function weighPictures(ctx: Context, edition: Edition, wanted: Rendition[]): Promise<number> {
  const pages = Array.from({ length: edition.pages }, (_, index) => index + 1);
  const files = pages.flatMap((page) => wanted.map((rendition) => findOrMake(ctx, edition, page, rendition)));
  return (await Promise.all(files)).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

async function findOrMake(ctx: Context, edition: Edition, page: number, rendition: Rendition): Promise<StoredFile> {
  const find = (wanted: Rendition) => ctx.files.find(pageKey(edition.store, page, pageWidths[wanted]));
  const file = await find(rendition);
  if (file) return file;
  if (rendition === 'print') await drawForPrint(ctx, edition.store, await getMade(ctx, edition, page));
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
