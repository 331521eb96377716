import { join } from 'node:path';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { requester } from '#src/platform/limits.ts';
import { TooHeavy } from '#src/platform/workers/pool.ts';
import { pageWidths, type Tile, tilesOf } from '../reading.rules.ts';
import { pageKey, withPdf } from './edition-files.ts';
import type { Page } from './pages.queries.ts';

// A broadsheet page at its largest takes two seconds, with its tiles eight.
const drawingMs = 30_000;

type Deferred = ReturnType<typeof Promise.withResolvers<void>>;

// A screenful of tiles is asked for at once; the page is drawn once. Another node may draw it too, to the same files.
const underWay = new Map<string, Map<string, Deferred>>();

/** Draws the magnified page in tiles; returns when this one is stored. Those around it come first. */
export async function drawTile(ctx: Context, store: string, page: Page, tile: string): Promise<void> {
  const name = `${store} ${page.page}`;
  const begun = underWay.get(name) ?? begin(ctx, store, page, tile);
  underWay.set(name, begun);
  await begun.get(tile)?.promise;
}

function begin(ctx: Context, store: string, page: Page, first: string): Map<string, Deferred> {
  const { width, tiles } = tilesOf(page.widthPt, page.heightPt);
  const awaited = new Map(tiles.map(({ name }) => [name, Promise.withResolvers<void>()]));
  for (const { promise } of awaited.values()) promise.catch(() => undefined); // not every tile has somebody waiting
  const pieces = around(first, tiles);
  cut(ctx, store, page.page, width, pieces, (name) => awaited.get(name)?.resolve())
    .catch((error) => {
      for (const { reject } of awaited.values()) reject(error);
    })
    .finally(() => underWay.delete(`${store} ${page.page}`));
  return awaited;
}

function around(first: string, tiles: Tile[]): Tile[] {
  const middle = tiles.find(({ name }) => name === first);
  if (!middle) return tiles;
  const away = ({ left, top }: Tile) => Math.hypot(left - middle.left, top - middle.top);
  return tiles.toSorted((a, b) => away(a) - away(b));
}

/** Draws a page in the rendition for paper. */
export async function drawForPrint(ctx: Context, store: string, { page }: Page): Promise<void> {
  const whole = { name: String(pageWidths.print), left: 0, top: 0, right: 1, bottom: 1 };
  await cut(ctx, store, page, pageWidths.print, [whole], () => undefined);
}

const cut = (
  ctx: Context,
  store: string,
  page: number,
  width: number,
  pieces: Tile[],
  onStored: (name: string) => void,
): Promise<unknown> =>
  withPdf(ctx, store, (path, outDir) =>
    ctx.workers.run(
      'cutPdf',
      { path, outDir, page, width, pieces },
      {
        priority: 'reader',
        share: requester(ctx),
        timeoutMs: drawingMs,
        onProgress: async ({ name }) => {
          await ctx.files.add(pageKey(store, page, name), join(outDir, `${name}.webp`), 'image/webp');
          onStored(name);
        },
      },
    ),
  ).catch((error) => {
    throw error instanceof TooHeavy ? new AppError('unavailable', 'errors.pdfTooHeavy') : error;
  });
