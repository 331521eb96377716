import { randomBytes } from 'node:crypto';
import { lockCurrentUser } from '#src/accounts/users/server/current-user.service.ts';
import { defineLimit } from '#src/calls/call.ts';
import { cleanParagraphs, isGarbled } from '#src/epaper/pages/page-text.rules.ts';
import type { Region } from '#src/epaper/pages/pages.rules.ts';
import { type Edition, lockEdition } from '#src/epaper/pages/server/editions.queries.ts';
import { getReadablePage } from '#src/epaper/pages/server/page-access.service.ts';
import { findPage, type Page } from '#src/epaper/pages/server/pages.queries.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { adoptFiles, markOrphaned } from '#src/platform/files/orphaned-files.service.ts';
import { publicKey } from '#src/platform/files/public-files.ts';
import type { PersonalData } from '#src/platform/slice.ts';
import type { Clip } from '../clips.contract.ts';
import { clipError } from '../clips.rules.ts';
import { alignRegion, drawClip } from './clip-picture.service.ts';
import { anonymizeClips, type ClipRow, createClip, findClip, listClipsBy } from './clips.queries.ts';

// Each clip occupies a worker process for about a second.
const clipLimit = defineLimit({ name: 'clips', attempts: 30, perSeconds: 3600, per: 'account or address' });

/**
 * Creates a clip of a page's region, aligned with columns and lines. `from` is the rate-limit key. Throws as
 * `getReadablePage` does, and `invalid`.
 */
export async function makeClip(ctx: Context, id: number, page: number, drawn: Region, from: string): Promise<Clip> {
  const { edition } = await getReadablePage(ctx, id, page);
  const made = await findPage(ctx.db, id, page);
  if (!made) throw pageNotReady();
  const error = clipError(drawn);
  if (error) throw invalid({ right: { key: error === 'tooLarge' ? 'reader.clipTooLarge' : 'reader.clipTooSmall' } });
  await ctx.limits.count(clipLimit, from);
  const picture = `${randomBytes(16).toString('hex')}.webp`;
  await markOrphaned(ctx, ctx.db, [publicKey(picture)]);
  const code = randomBytes(16).toString('base64url');
  const region = await alignRegion(ctx, edition, page, drawn);
  const size = await drawClip(ctx, { edition, page, region, path: clipPath(code) }, publicKey(picture));
  const clipped = {
    ...region,
    code,
    editionId: id,
    page,
    picture,
    widthPx: size.width,
    heightPx: size.height,
    text: textWithin(made, region),
    madeBy: ctx.actor.role === 'visitor' ? null : ctx.actor.userId,
    createdAt: ctx.now(),
  };
  const row = await ctx.db.transaction(async (tx) => {
    if (ctx.actor.role !== 'visitor') await lockCurrentUser(ctx, tx); // none is stored for an account that was erased meanwhile
    const current = await lockEdition(tx, id);
    // Deleted or replaced in the meantime: the picture stays orphaned and is swept.
    if (!current || current.deletedAt || current.store !== edition.store) throw pageNotReady();
    await adoptFiles(tx, [publicKey(picture)]);
    return createClip(tx, clipped);
  });
  return clip(row, edition);
}

const pageNotReady = () => new AppError('not_found', 'reader.pageToCome');

/** A clip by its code. Throws `not_found`, also when its edition is deleted. */
export async function getClip(ctx: Pick<Context, 'db'>, code: string): Promise<Clip> {
  const found = await findClip(ctx.db, code);
  if (!found) throw new AppError('not_found', 'reader.noSuchClip');
  return clip(found.clip, found.edition);
}

const clipPath = (code: string) => `/clip/${code}`;

// The words whose center is in the region.
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
  url: clipPath(row.code),
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

/** Clips as personal data: deleting the account anonymizes them, the clips stay. */
export const clipsData: PersonalData = {
  name: 'clips',
  collect: (ctx, userId) => listClipsBy(ctx.db, userId, 1000),
  erase: (_, tx, userId) => anonymizeClips(tx, userId),
};
