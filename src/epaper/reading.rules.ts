// The first pages of an edition are for everyone, the others for those with a running plan and for the newsroom. A page
// is shown in the rendition that its screen and its reader's line call for; a magnified one is put together from tiles.

/** Widths in which pages are kept, in px: for the strip of pages, for a slow line, to read on a screen, and to print. */
export const pageWidths = { strip: 200, small: 800, screen: 1400, print: 2800 } as const;
export type Rendition = keyof typeof pageWidths;
export const renditions = Object.keys(pageWidths) as Rendition[]; // the keys of the table above

/** Those made when an edition comes; print and the tiles are made when somebody wants them. */
export const preparedRenditions = ['strip', 'small', 'screen'] as const satisfies Rendition[];

/** Those of them that are made as AVIF too, for browsers that know it: half the bytes, and the first page half as long. */
export const avifRenditions = ['small', 'screen'] as const satisfies Rendition[];
export type PageFormat = 'webp' | 'avif';

/** Whether a page may be read: `right` is what the plans say of the reader. */
export const mayReadPage = (page: number, freePages: number, right: { ok: true } | { no: string }): boolean =>
  page <= freePages || 'ok' in right;

/** Pages that lie open together: the first alone, then an even one and the odd one after it. */
export function spreadOf(page: number, pages: number): number[] {
  if (page <= 1) return [1];
  const left = page - (page % 2);
  return left + 1 <= pages ? [left, left + 1] : [left];
}

/** The page that a step leads to, in a book of spreads or of single pages; undefined at either end. */
export function stepFrom(page: number, pages: number, direction: 1 | -1, spreads: boolean): number | undefined {
  const shown = spreads ? spreadOf(page, pages) : [page];
  const next = direction === 1 ? Math.max(...shown) + 1 : Math.min(...shown) - 1;
  if (next < 1 || next > pages) return undefined;
  return spreads ? Math.min(...spreadOf(next, pages)) : next;
}

/** A page number as it stands in an address: "3" of 20 pages is 3; anything else is the first page. */
export function pageOf(text: string | null | undefined, pages: number): number {
  const page = /^\d{1,4}$/.test(text ?? '') ? Number(text) : 1;
  return page >= 1 && page <= pages ? page : 1;
}

/** A region of a page, as parts of its width and height (0 to 1). */
export interface Region {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

// Three times the screen's rendition: a page 1,050 px wide stays sharp at 400 %. A broadsheet of it has 27 million
// pixels, which a worker process can still draw within its memory.
const tiledWidth = 4200;
const columns = 5;

export interface Tile extends Region {
  /** Such as "3-0": column and row, from 0. */
  name: string;
}

/** The tiles of a page of this shape, row by row, and how wide the page is drawn for them, in px. */
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
