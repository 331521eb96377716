import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { PersonalData } from '#src/accounts/server/own-data.service.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { type Limit, requester } from '#src/platform/limits.ts';
import { publicKey } from '#src/platform/public-files.ts';
import type { Clip } from '../clips.contract.ts';
import { clipFault } from '../clips.rules.ts';
import { cleanParagraphs, isGarbled } from '../page-text.rules.ts';
import type { Region } from '../reading.rules.ts';
import { type ClipRow, createClip, findClip, forgetClipper, listClipsBy } from './clips.queries.ts';
import { withPdf } from './edition-files.ts';
import type { Edition } from './editions.queries.ts';
import { getReadable } from './page-right.service.ts';
import { findPage, type Page } from './pages.queries.ts';

// Each takes a worker process about a second.
const clipsMade: Limit = { name: 'clips', attempts: 30, perSeconds: 3600 };

// Wide enough for a screen of twice the density; no page is drawn larger than for its tiles.
const clipWidth = 1400;
const largestPageWidth = 4200;
const clippingMs = 20_000;

/** Makes a region of a page a clip. `from` is whose clips are counted. Throws as `getReadable` does, and `invalid`. */
export async function makeClip(ctx: Context, id: number, page: number, region: Region, from: string): Promise<Clip> {
  const { edition } = await getReadable(ctx, id, page);
  const made = await findPage(ctx.db, id, page);
  if (!made) throw new AppError('not_found', 'reader.pageToCome');
  const fault = clipFault(region);
  if (fault) throw invalid({ right: { key: fault === 'tooLarge' ? 'reader.clipTooLarge' : 'reader.clipTooSmall' } });
  await ctx.limits.count(clipsMade, from);
  const picture = `${randomBytes(12).toString('hex')}.webp`;
  const size = await cutOut(ctx, edition, page, region, picture);
  const row = await createClip(ctx.db, {
    ...region,
    code: randomBytes(8).toString('base64url'),
    editionId: id,
    page,
    picture,
    widthPx: size.width,
    heightPx: size.height,
    text: textWithin(made, region),
    madeBy: ctx.actor.role === 'visitor' ? null : ctx.actor.userId,
    createdAt: ctx.now(),
  });
  return clip(row, edition);
}

/** A clip by its code. Throws `not_found`, also once its edition is off the rack. */
export async function getClip(ctx: Pick<Context, 'db'>, code: string): Promise<Clip> {
  const found = await findClip(ctx.db, code);
  if (!found) throw new AppError('not_found', 'reader.noSuchClip');
  return clip(found.clip, found.edition);
}

async function cutOut(ctx: Context, { store }: Edition, page: number, region: Region, picture: string) {
  const width = Math.round(Math.min(largestPageWidth, clipWidth / (region.right - region.left)));
  return withPdf(ctx, store, async (path, outDir) => {
    const input = { path, outDir, page, width, pieces: [{ name: 'clip', ...region }] };
    const terms = { priority: 'reader', share: requester(ctx), timeoutMs: clippingMs } as const;
    const { pieces } = await ctx.workers.run('cutPdf', input, terms);
    await ctx.files.add(publicKey(picture), join(outDir, 'clip.webp'), 'image/webp');
    const [size] = pieces;
    if (!size) throw new Error('No clip was cut');
    return size;
  });
}

// The words whose middle lies in the region.
function textWithin({ text, words }: Page, { left, top, right, bottom }: Region): string {
  if (isGarbled(text)) return '';
  const within = words.filter(([, l, t, r, b]) => {
    const [x, y] = [(l + r) / 2, (t + b) / 2];
    return x >= left && x <= right && y >= top && y <= bottom;
  });
  return cleanParagraphs(within.map(([word]) => word).join(' ')).join(' ');
}

const clip = (row: ClipRow, edition: Edition): Clip => ({
  code: row.code,
  url: `/clip/${row.code}`,
  picture_url: `/static/uploads/${row.picture}`,
  width: row.widthPx,
  height: row.heightPx,
  text: row.text,
  edition_id: edition.id,
  title: edition.title,
  issue_date: edition.issueDate,
  place: edition.place,
  page: row.page,
  created_at: row.createdAt.toISOString(),
});

/** Clips as personal data: who made them is forgotten when he leaves, the clips stay. */
export const clipsData: PersonalData = {
  name: 'clips',
  collect: (ctx, userId) => listClipsBy(ctx.db, userId, 1000),
  erase: (_, tx, userId) => forgetClipper(tx, userId),
};
