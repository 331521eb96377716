import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { renderSVG } from 'uqr';
import { pageKey, withPdf } from '#src/epaper/editions/server/edition-files.service.ts';
import { issuedAt } from '#src/epaper/pages/editions.rules.ts';
import { paperName } from '#src/epaper/pages/epaper.settings.ts';
import { pageWidths, type Region } from '#src/epaper/pages/pages.rules.ts';
import type { Edition } from '#src/epaper/pages/server/editions.queries.ts';
import { directionOf, languages } from '#src/messages/languages.ts';
import type { Context } from '#src/platform/context.ts';
import { typesetPdf } from '#src/platform/documents/typeset.ts';
import { rateLimitKey } from '#src/platform/limits/limits.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { alignToGaps } from '../clip-edges.rules.ts';

// With its margins as wide as a screen of double density needs. No page is rendered larger than for its tiles.
const margin = 24;
const clipWidth = 1400 - 2 * margin;
const largestPageWidth = 4200;
const clipTimeoutMs = 20_000;
// A narrow clip is centered below its masthead.
const minPictureWidth = 900;
const paper = '#fffdf9';

/** Where a clip is from, and the path of its page. */
export interface ClipSource {
  edition: Edition;
  page: number;
  region: Region;
  path: string;
}

/** The region with edges between columns and lines, by the picture of its page. */
export async function alignRegion(ctx: Context, { store }: Edition, page: number, region: Region): Promise<Region> {
  const key = pageKey(store, page, pageWidths.small);
  if (!(await ctx.files.find(key))) return region; // an edition from before this rendition
  const { data, info } = await sharp(await ctx.files.bytes(key))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return alignToGaps(region, { pixels: data, width: info.width, height: info.height });
}

/** Draws a clip below its masthead as WebP, stores it under `key` and returns its size in px. */
export async function drawClip(
  ctx: Context,
  source: ClipSource,
  key: string,
): Promise<{ width: number; height: number }> {
  const { edition, page, region } = source;
  const scaled = Math.round(Math.min(largestPageWidth, clipWidth / (region.right - region.left)));
  return withPdf(ctx, edition.store, async (path, outDir) => {
    const input = { path, outDir, page, width: scaled, pieces: [{ name: 'clip', ...region }] };
    const options = { priority: 'reader', share: rateLimitKey(ctx), timeoutMs: clipTimeoutMs } as const;
    const expected = Math.round((region.right - region.left) * scaled);
    const width = Math.max(expected + 2 * margin, minPictureWidth);
    const masthead = join(outDir, 'masthead.jpg');
    const [{ pieces }] = await Promise.all([
      ctx.workers.run('cutPdf', input, options),
      drawMasthead(ctx, source, width, masthead),
    ]);
    const [cut] = pieces;
    if (!cut) throw new Error('No clip was cut');
    const { height: top = 0 } = await sharp(masthead).metadata();
    const picture = join(outDir, 'picture.webp');
    const size = { width: Math.max(width, cut.width), height: top + cut.height + margin }; // by rounding a pixel wider
    await sharp({ create: { ...size, channels: 3, background: paper } })
      .composite([
        { input: masthead, left: 0, top: 0 },
        { input: join(outDir, 'clip.webp'), left: Math.round((size.width - cut.width) / 2), top },
      ])
      .webp({ quality: 90 })
      .toFile(picture);
    await ctx.files.add(key, picture, 'image/webp');
    return size;
  });
}

async function drawMasthead(ctx: Context, { edition, page, path }: ClipSource, width: number, out: string) {
  const { language, settings, text, config } = ctx;
  const { title, place, issueDate, createdAt } = edition;
  const day = indianDateFormat(languages[language].locale, { dateStyle: 'full' });
  const issued = issuedAt({ issue_date: issueDate, created_at: createdAt.toISOString() });
  const { path: pdf } = await typesetPdf(ctx, {
    template: 'src/epaper/clips/server/clip-masthead.typ',
    data: {
      width,
      paper: settings.get(paperName),
      title,
      line: [day.format(issued), place, text('reader.pageNumber', { page })].filter(Boolean).join(' · '),
      language,
      direction: directionOf(language) ?? 'ltr',
    },
    files: { 'qr.svg': Buffer.from(renderSVG(config.siteUrl + path, { border: 2, ecc: 'M' })) },
    draw: { page: 1, width, out },
    priority: 'reader',
  });
  await rm(pdf, { force: true });
}
