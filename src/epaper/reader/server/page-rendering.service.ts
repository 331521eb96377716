import { join } from 'node:path';
import { pageKey, withPdf } from '#src/epaper/editions/server/edition-files.service.ts';
import { pageWidths, type Tile, tilesOf } from '#src/epaper/pages/pages.rules.ts';
import type { Page } from '#src/epaper/pages/server/pages.queries.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { rateLimitKey } from '#src/platform/limits/limits.ts';
import { ResourceLimitExceeded } from '#src/platform/workers/pool.ts';

// The largest broadsheet page takes two seconds, eight with its tiles.
const renderTimeoutMs = 30_000;

type Deferred = ReturnType<typeof Promise.withResolvers<void>>;

// Deduplicates rendering: a screenful of tiles is requested at once. Another node may render it too, to the same files.
const inProgress = new Map<string, Map<string, Deferred>>();

/** Renders the tiles of a magnified page, nearest to this one first; returns when this one is stored. */
export async function renderTile(ctx: Context, store: string, page: Page, tile: string): Promise<void> {
  const name = `${store} ${page.page}`;
  const rendering = inProgress.get(name) ?? startRendering(ctx, store, page, tile);
  inProgress.set(name, rendering);
  await rendering.get(tile)?.promise;
}

function startRendering(ctx: Context, store: string, page: Page, first: string): Map<string, Deferred> {
  const { width, tiles } = tilesOf(page.widthPt, page.heightPt);
  const awaited = new Map(tiles.map(({ name }) => [name, Promise.withResolvers<void>()]));
  for (const { promise } of awaited.values()) promise.catch(() => undefined); // not every tile is awaited
  const pieces = nearestFirst(first, tiles);
  cut(ctx, store, page.page, width, pieces, (name) => awaited.get(name)?.resolve())
    .catch((error) => {
      for (const { reject } of awaited.values()) reject(error);
    })
    .finally(() => inProgress.delete(`${store} ${page.page}`));
  return awaited;
}

function nearestFirst(first: string, tiles: Tile[]): Tile[] {
  const middle = tiles.find(({ name }) => name === first);
  if (!middle) return tiles;
  const distance = ({ left, top }: Tile) => Math.hypot(left - middle.left, top - middle.top);
  return tiles.toSorted((a, b) => distance(a) - distance(b));
}

/** Renders a page in the print rendition. */
export async function renderForPrint(ctx: Context, store: string, { page }: Page): Promise<void> {
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
        share: rateLimitKey(ctx),
        timeoutMs: renderTimeoutMs,
        onProgress: async ({ name }) => {
          await ctx.files.add(pageKey(store, page, name), join(outDir, `${name}.webp`), 'image/webp');
          onStored(name);
        },
      },
    ),
  ).catch((error) => {
    throw error instanceof ResourceLimitExceeded ? new AppError('unavailable', 'errors.pdfTooHeavy') : error;
  });
