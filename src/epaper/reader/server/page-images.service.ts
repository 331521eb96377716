import { pageKey } from '#src/epaper/editions/server/edition-files.service.ts';
import { type PageFormat, pageWidths, type Rendition, tilesOf } from '#src/epaper/pages/pages.rules.ts';
import type { Edition } from '#src/epaper/pages/server/editions.queries.ts';
import { getReadablePage } from '#src/epaper/pages/server/page-access.service.ts';
import { findPage, type Page } from '#src/epaper/pages/server/pages.queries.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { StoredFile } from '#src/platform/files/files.ts';
import { renderForPrint, renderTile } from './page-rendering.service.ts';

export interface PageImage {
  file: StoredFile;
  format: PageFormat;
  /** Changes with the picture. */
  etag: string;
  /** Whether everyone may see it. */
  free: boolean;
}

export interface WantedImage {
  id: number;
  page: number;
  pass: string | undefined;
}

/**
 * Opens the picture of a readable page, as AVIF if the browser supports it and the file exists. Throws as
 * `getReadablePage` does, and `not_found` until the page has been processed.
 */
export async function openPicture(
  ctx: Context,
  { id, page, pass }: WantedImage,
  rendition: Rendition,
  acceptsAvif: boolean,
): Promise<PageImage> {
  const { edition, free } = await getReadablePage(ctx, id, page, pass);
  const avif = acceptsAvif && (await ctx.files.find(pageKey(edition.store, page, pageWidths[rendition], 'avif')));
  if (avif) return { file: avif, format: 'avif', free, etag: `"${edition.store}-${page}-${rendition}-avif"` };
  const file = await findOrMake(ctx, edition, page, rendition);
  return { file, format: 'webp', free, etag: `"${edition.store}-${page}-${rendition}"` };
}

/** Opens a tile of the magnified page. All tiles are rendered at the first request, and stored. */
export async function openTile(ctx: Context, { id, page, pass }: WantedImage, tile: string): Promise<PageImage> {
  const { edition, free } = await getReadablePage(ctx, id, page, pass);
  const key = pageKey(edition.store, page, tile);
  const made = await getMade(ctx, edition, page);
  if (!tilesOf(made.widthPt, made.heightPt).tiles.some(({ name }) => name === tile)) throw noPage();
  if (!(await ctx.files.find(key))) await renderTile(ctx, edition.store, made, tile);
  const file = await ctx.files.find(key);
  if (!file) throw noPage();
  return { file, format: 'webp', free, etag: `"${edition.store}-${page}-${tile}"` };
}

/** Total size in bytes of all pages' pictures in these renditions. Throws `not_found` until all pages are made. */
export async function sizeOfPictures(ctx: Context, edition: Edition, wanted: Rendition[]): Promise<number> {
  const pages = Array.from({ length: edition.pages }, (_, index) => index + 1);
  const files = pages.flatMap((page) => wanted.map((rendition) => findOrMake(ctx, edition, page, rendition)));
  return (await Promise.all(files)).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

async function findOrMake(ctx: Context, edition: Edition, page: number, rendition: Rendition): Promise<StoredFile> {
  const find = (wanted: Rendition) => ctx.files.find(pageKey(edition.store, page, pageWidths[wanted]));
  const file = await find(rendition);
  if (file) return file;
  if (rendition === 'print') await renderForPrint(ctx, edition.store, await getMade(ctx, edition, page));
  // Editions from before the small rendition have only the screen rendition.
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
