// The first pages of an edition are free; the others require an active plan or a newsroom role. A page is shown in the
// rendition that suits the screen and the connection; a magnified page is assembled from tiles.

/** Widths of the renditions in px: thumbnail strip, slow connection, screen, print. */
export const pageWidths = { strip: 200, small: 800, screen: 1400, print: 2800 } as const;
export type Rendition = keyof typeof pageWidths;
export const renditions = Object.keys(pageWidths) as Rendition[]; // the keys of the table above

/** Renditions made when an edition is processed; print and tiles are made on demand. */
export const preparedRenditions = ['strip', 'small', 'screen'] as const satisfies Rendition[];

/** Renditions that are also made as AVIF: half the bytes, and the first page loads in half the time. */
export const avifRenditions = ['small', 'screen'] as const satisfies Rendition[];
export type PageFormat = 'webp' | 'avif';

/** Whether a page may be read; `right` is the reader's download right from his plan. */
export const mayReadPage = (page: number, freePages: number, right: { ok: true } | { no: string }): boolean =>
  page <= freePages || 'ok' in right;

/** The pages of a spread: the first page by itself, then an even page and the odd one after it. */
export function spreadOf(page: number, pages: number): number[] {
  if (page <= 1) return [1];
  const left = page - (page % 2);
  return left + 1 <= pages ? [left, left + 1] : [left];
}

/** The next or previous page, by spreads or single pages; undefined at either end. */
export function adjacentPage(page: number, pages: number, direction: 1 | -1, spreads: boolean): number | undefined {
  const shown = spreads ? spreadOf(page, pages) : [page];
  const next = direction === 1 ? Math.max(...shown) + 1 : Math.min(...shown) - 1;
  if (next < 1 || next > pages) return undefined;
  return spreads ? Math.min(...spreadOf(next, pages)) : next;
}

/** Whether this part of a path is an id or a page number. */
export const isNumber = (text = ''): boolean => /^\d{1,9}$/.test(text);

/** Parses a page number from a URL: "3" of 20 pages is 3; anything else is the first page. */
export function parsePage(text: string | null | undefined, pages: number): number {
  const page = /^\d{1,4}$/.test(text ?? '') ? Number(text) : 1;
  return page >= 1 && page <= pages ? page : 1;
}

/** Maximum length of a search in the e-paper, in characters. */
export const searchMaxLength = 100;

/** A region of a page, as fractions of its width and height (0 to 1). */
export interface Region {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

// Three times the screen rendition: a page 1,050 px wide stays sharp at 400 %. At this width a broadsheet has 27
// million pixels, which a worker process can still render within its memory limit.
const tiledWidth = 4200;
const columns = 5;

export interface Tile extends Region {
  /** Such as "3-0": column and row, from 0. */
  name: string;
}

/** The tiles of a page of this size, row by row, and the width in px at which the page is rendered for them. */
export function tilesOf(widthPt: number, heightPt: number): { width: number; tiles: Tile[] } {
  const height = (tiledWidth * heightPt) / widthPt;
  const side = tiledWidth / columns;
  const rows = Math.ceil(height / side);
  const tiles = Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const [top, bottom] = [(row * side) / height, Math.min(1, ((row + 1) * side) / height)];
    return { name: `${column}-${row}`, left: column / columns, right: (column + 1) / columns, top, bottom };
  });
  return { width: tiledWidth, tiles };
}

export const overlaps = (a: Region, b: Region): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
