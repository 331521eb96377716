import { shorten } from '#src/markdown/story-text.rules.ts';
import { findFollowedStory } from '#src/news/published/server/followed.service.ts';
import { isEditorOf } from '#src/news/stories/server/story-rights.service.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import type { Breaking } from '../breaking.contract.ts';
import { bodyMaxLength, breakingPerDay, lifetimeMs, titleMaxLength } from '../push.rules.ts';
import { countForBreaking, wantsBreaking } from './devices.queries.ts';
import { isEnabled } from './devices.service.ts';
import { countMessages, createCopies, createMessage, findSentMessage, lockMessages } from './messages.queries.ts';
import { languageFor } from './messages.service.ts';

const countLeft = async ({ now }: Context, db: Db) =>
  Math.max(0, breakingPerDay - (await countMessages(db, 'breaking', addDays(now(), -1))));

/** What editors see of a story as breaking news. */
export async function getBreaking(ctx: Context, storyId: number): Promise<Breaking> {
  const [story, sent, left] = await Promise.all([
    findFollowedStory(ctx, storyId),
    findSentMessage(ctx.db, storyId, 'breaking'),
    countLeft(ctx, ctx.db),
  ]);
  const isMine = story && (await isEditorOf(ctx, story.categoryIds.length ? story.categoryIds : [null]));
  const blocked = !isEnabled(ctx) ? 'off' : !story ? 'not_public' : !isMine ? 'section' : left === 0 ? 'limit' : null;
  return {
    blocked,
    left,
    title: shorten(story?.title ?? '', titleMaxLength),
    body: shorten(story?.summary ?? '', bodyMaxLength),
    language: story?.language ?? ctx.language,
    devices: story ? await countForBreaking(ctx.db, storyId, languageFor(ctx, story)) : 0,
    sent: sent
      ? {
          title: sent.message.title ?? '',
          body: sent.message.body ?? '',
          at: sent.message.createdAt.toISOString(),
          by: sent.by,
          devices: sent.message.devices,
          sent: sent.sent,
          open: sent.open,
        }
      : null,
  };
}

const reasons = {
  off: ['forbidden', 'breaking.off'],
  not_public: ['conflict', 'breaking.notPublic'],
  section: ['forbidden', 'breaking.otherSection'],
  limit: ['too_many_requests', 'breaking.limitReached'],
} as const;

function refusal(reason: keyof typeof reasons): AppError {
  const [code, text] = reasons[reason];
  return new AppError(code, text);
}

/**
 * Sends a story to all devices that subscribe to breaking news in its language. Throws `conflict` if that has been done or it is not
 * public, `forbidden` to editors of other sections, `too_many_requests` for more than a few within 24 hours.
 */
export async function sendBreaking(
  ctx: Context,
  storyId: number,
  text: { title: string; body: string },
  queue: (messageId: number, within: Db) => Promise<void>,
): Promise<void> {
  const { blocked, sent } = await getBreaking(ctx, storyId);
  if (blocked) throw refusal(blocked);
  if (sent) throw alreadySent();
  const story = await findFollowedStory(ctx, storyId);
  if (!story) throw refusal('not_public');
  const { userId } = requireUser(ctx);
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockMessages(tx); // so that two editors do not both send the last one
    if ((await countLeft(ctx, tx)) === 0) throw refusal('limit');
    const expiresAt = new Date(now.getTime() + lifetimeMs.breaking);
    const sending = { storyId, kind: 'breaking' as const, ...text, sentBy: userId, createdAt: now, expiresAt };
    const message = await createMessage(tx, sending);
    if (!message) throw alreadySent();
    const devices = await createCopies(tx, message, wantsBreaking(languageFor(ctx, story)), true);
    await recordAuditEvent(ctx, tx, {
      action: 'story.breaking_news',
      subject: `story ${storyId}`,
      details: { title: text.title, devices },
    });
    if (devices > 0) await queue(message.id, tx);
  });
}

const alreadySent = () => new AppError('conflict', 'breaking.alreadySent');
