// Creates the messages of stories, and composes what each device shows.

import { shorten } from '#src/markdown/story-text.rules.ts';
import { directionOf, isSiteLanguage, pathIn } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { type FollowedStory, findFollowedStory, mixesLanguages } from '#src/news/published/server/followed.service.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { markKey } from '#src/rules/reader-lists.rules.ts';
import { writeNotification } from '../notification.rules.ts';
import { bodyMaxLength, lifetimeMs, newForMs } from '../push.rules.ts';
import { type FollowedIds, wantsOneOf } from './devices.queries.ts';
import { isEnabled } from './devices.service.ts';
import { createCopies, createMessage, type MessageRow, type Recipient } from './messages.queries.ts';

/** The language that devices must have for a story; undefined if the paper shows the stories of all together. */
export const languageFor = (ctx: Context, { language }: Pick<FollowedStory, 'language'>): string | undefined =>
  mixesLanguages(ctx) ? undefined : language;

/**
 * Creates the message of a story for the devices that follow it, unless it is old, not public, or has one. `queue` sends
 * the job that sends its copies.
 */
export async function notifyOfStory(
  ctx: Context,
  storyId: number,
  queue: (messageId: number, within: Db) => Promise<void>,
): Promise<void> {
  const story = await findFollowedStory(ctx, storyId);
  const now = ctx.now();
  if (!isEnabled(ctx) || !story || story.publishedAt.getTime() < now.getTime() - newForMs) return;
  await ctx.db.transaction(async (tx) => {
    const expiresAt = new Date(now.getTime() + lifetimeMs.followed);
    const message = await createMessage(tx, { storyId, kind: 'followed', createdAt: now, expiresAt });
    if (!message) return;
    const devices = await createCopies(tx, message, wantsOneOf(story, languageFor(ctx, story)), false);
    if (devices > 0) await queue(message.id, tx);
  });
}

/** A tag of a story: the browser shows the latest of a tag, and a push service holds only that. */
const tagOf = (storyId: number) => `story-${storyId}`;

/** A story as each device sees it. */
export interface Content {
  topic: string;
  textFor(device: Pick<Recipient, 'language' | keyof FollowedIds>): string;
}

/** What a message shows now; undefined if its story is not public any more. */
export async function contentOf(ctx: Context, message: MessageRow): Promise<Content | undefined> {
  const { storyId } = message;
  const story = await findFollowedStory(ctx, storyId);
  if (!story) return undefined;
  // The names of topics and sections are in the story's language, like its text.
  const { language } = story;
  const named = isSiteLanguage(language)
    ? ((await findFollowedStory({ ...ctx, language, text: translator(language) }, storyId)) ?? story)
    : story;
  const tag = tagOf(storyId);
  return {
    topic: tag,
    textFor(device) {
      const place = isSiteLanguage(device.language) ? device.language : ctx.language;
      const reason = message.kind === 'followed' ? reasonFor(device, named) : '';
      const own = [reason, story.summary].filter(Boolean).join(' · ');
      return writeNotification({
        title: shorten(message.title ?? story.title, 120),
        body: shorten(message.body ?? own, bodyMaxLength),
        lang: language,
        dir: directionOf(language) ?? 'ltr',
        tag,
        path: pathIn(place, `/news/${storyId}`),
      });
    },
  };
}

/** The name of what a device follows of a story, so that its reader sees the reason: of several, the narrowest. */
function reasonFor(device: FollowedIds, story: FollowedStory): string {
  const kinds = [
    ['topic', 'topicIds'],
    ['author', 'authorIds'],
    ['sub_category', 'subCategoryIds'],
    ['category', 'categoryIds'],
  ] as const;
  for (const [kind, ids] of kinds) {
    const followed = story[ids].find((id) => device[ids].includes(id));
    const name = followed !== undefined && story.names.get(markKey(kind, followed))?.title;
    if (name) return name;
  }
  return '';
}
