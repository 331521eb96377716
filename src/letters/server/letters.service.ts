// What readers do: they read letters, send one, and confirm it by the link in a mail.
import { randomBytes } from 'node:crypto';
import { consentVersion } from '#src/accounts/account/profile.contract.ts';
import { needsConsent } from '#src/accounts/account/server/guardian.service.ts';
import { parseEmail } from '#src/accounts/users/email.rules.ts';
import { getCurrentUser, lockCurrentUser } from '#src/accounts/users/server/current-user.service.ts';
import { mayMail } from '#src/accounts/users/server/mailboxes.service.ts';
import { hashToken } from '#src/accounts/users/server/mailed-links.service.ts';
import { defineLimit } from '#src/calls/call.ts';
import { pathIn } from '#src/messages/languages.ts';
import type { Headline } from '#src/news/cards/cards.contract.ts';
import { getHeadlines } from '#src/news/cards/server/cards.service.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError, requireValid } from '#src/platform/errors.ts';
import { rateLimitKey } from '#src/platform/limits/limits.ts';
import { sendMail } from '#src/platform/mail/mail.ts';
import type { PersonalData } from '#src/platform/slice.ts';
import { addDays, daySeconds } from '#src/rules/calendar.rules.ts';
import type { PublishedLetter, StoryLetters } from '../letters.contract.ts';
import { checkLetter, confirmationDays, isOpen, type LetterForm, letterPageSize, tidyTexts } from '../letters.rules.ts';
import { letterDays } from '../letters.settings.ts';
import {
  confirmLetter,
  createLetter,
  eraseLettersOf,
  findByToken,
  hasOtherOpen,
  listLettersOf,
  listPublished,
  lockStoryForLetters,
  type PublishedRow,
} from './letters.queries.ts';

// Of valid letters. Many visitors share the address of a school or of a mobile network.
const perAccount = defineLimit({ name: 'letters-of-account', attempts: 5, perSeconds: daySeconds, per: 'account' });
const perAddress = defineLimit({ name: 'letters-of-address', attempts: 60, perSeconds: daySeconds });

/** The story of letters. Throws `not_found` unless it is public. */
async function requireStory(ctx: Context, id: number): Promise<Headline & { open: boolean }> {
  const [story] = await getHeadlines(ctx, [id]);
  if (!story) throw new AppError('not_found', 'news.storyNotFound');
  return { ...story, open: isOpen(new Date(story.publishedAt), ctx.settings.get(letterDays), ctx.now()) };
}

async function requireOpenStory(ctx: Context, id: number) {
  const story = await requireStory(ctx, id);
  if (!story.open) throw new AppError('conflict', 'letters.closed');
  return story;
}

/** The published letters about a story, newest first, before an id. Throws `not_found`. */
export async function getStoryLetters(
  ctx: Context,
  id: number,
  { before, limit = letterPageSize }: { before?: number | undefined; limit?: number } = {},
): Promise<StoryLetters & { story: Headline }> {
  const { open, ...story } = await requireStory(ctx, id);
  const rows = await listPublished(ctx.db, id, limit + 1, before);
  return { story, letters: rows.slice(0, limit).map(publishedLetter), more: rows.length > limit, open };
}

/**
 * Stores a letter about a story. It waits for an editor if the account's address is confirmed; a visitor, and the owner
 * of another account, gets a mail with a link first, if his mailbox has not had too many today. Throws `not_found`,
 * `invalid`, `too_many_requests`, and `conflict` if the story takes no letters or has one of this person.
 */
export async function sendLetter(ctx: Context, storyId: number, form: LetterForm): Promise<'unconfirmed' | 'waiting'> {
  const story = await requireOpenStory(ctx, storyId);
  const user = ctx.actor.role === 'visitor' ? undefined : await getCurrentUser(ctx);
  if (user && needsConsent(ctx, user)) throw new AppError('forbidden', 'letters.guardianFirst');
  const typed = user ? { ...form, email: user.email } : form;
  requireValid(checkLetter(typed));
  const email = parseEmail(typed.email) ?? typed.email; // checked above
  const isConfirmed = user?.emailConfirmedAt != null;
  await ctx.limits.count(user ? perAccount : perAddress, rateLimitKey(ctx));

  const token = isConfirmed ? undefined : randomBytes(32).toString('base64url');
  const state = token === undefined ? 'waiting' : 'unconfirmed';
  await ctx.db.transaction(async (tx) => {
    if (user) await lockCurrentUser(ctx, tx); // so that none is stored for an account that is being deleted
    // Only for a confirmed address: the conflict would tell others that its owner has sent a letter.
    if (isConfirmed) await requireOnly(tx, { storyId, email });
    const id = await createLetter(tx, {
      storyId,
      userId: user?.id ?? null,
      ...tidyTexts(form),
      email,
      language: ctx.language,
      consentVersion,
      tokenHash: token === undefined ? null : hashToken(token),
      state,
      createdAt: ctx.now(),
    });
    if (token !== undefined && (await mayMail(ctx, tx, 'letter', email)))
      await sendMail(ctx, tx, {
        to: email,
        subject: ctx.text('mails.letterConfirmSubject'),
        body: ctx.text('mails.letterConfirm', {
          title: story.title,
          days: confirmationDays,
          link: `${ctx.config.siteUrl}${pathIn(ctx.language, '/confirm-letter')}?token=${token}`,
        }),
      });
    ctx.log.info({ letter: id, story: storyId, state }, 'letter received');
  });
  return state;
}

/** Throws `conflict` if another letter of this person about the story waits or is published. */
export async function requireOnly(tx: Db, letter: { storyId: number; email: string; id?: number }): Promise<void> {
  await lockStoryForLetters(tx, letter.storyId);
  if (await hasOtherOpen(tx, letter)) throw new AppError('conflict', 'letters.onlyOne');
}

/** Confirms a letter, which then waits for an editor. Throws `gone` for a used or expired link, and `conflict`. */
export async function confirmSentLetter(ctx: Context, token: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const letter = await findByToken(tx, hashToken(token));
    const isValid = letter && addDays(letter.createdAt, confirmationDays) > ctx.now();
    if (!isValid || letter.email === null) throw linkGone();
    const { id, storyId, email } = letter;
    await requireOnly(tx, { id, storyId, email });
    if (!(await confirmLetter(tx, id))) throw linkGone();
    ctx.log.info({ letter: id }, 'letter confirmed');
  });
}

const linkGone = () => new AppError('gone', 'accounts.linkGone');

const publishedLetter = ({ publishedAt, ...letter }: PublishedRow): PublishedLetter => ({
  ...letter,
  published_at: (publishedAt as Date).toISOString(), // every published letter has it
});

/** The letters of an account. */
export const lettersData: PersonalData = {
  name: 'letters',
  collect: async ({ db }, userId) =>
    (await listLettersOf(db, userId)).map(({ letter, story }) => ({
      story: story.title,
      ...(letter.sent ?? { name: letter.name, place: letter.place, text: letter.text }),
      ...(letter.sent && { published_as: { name: letter.name, place: letter.place, text: letter.text } }),
      email: letter.email,
      state: letter.state,
      reason: letter.reason,
      consent_version: letter.consentVersion,
      sent_at: letter.createdAt.toISOString(),
      published_at: letter.publishedAt?.toISOString() ?? null,
      printed_at: letter.printedAt?.toISOString() ?? null,
    })),
  erase: (_ctx, tx, userId) => eraseLettersOf(tx, userId),
};
