import { timingSafeEqual } from 'node:crypto';
import { getMailbox } from '#src/accounts/account/server/email.service.ts';
import { parseEmail } from '#src/accounts/users/email.rules.ts';
import { mayMail } from '#src/accounts/users/server/mailboxes.service.ts';
import { hashToken } from '#src/accounts/users/server/mailed-links.service.ts';
import { pathIn } from '#src/messages/languages.ts';
import { getSubjectNames } from '#src/news/published/server/digest.service.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { sendMail } from '#src/platform/mail/mail.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import type { PersonalData } from '#src/platform/slice.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import type { Offer } from '../newsletters.contract.ts';
import { unconfirmedDays } from '../newsletters.rules.ts';
import { confirmToken, subscriptionOf } from './confirm-links.service.ts';
import { listNewsletters, listSentIssues } from './issues.queries.ts';
import {
  confirmSubscriptions,
  deleteSubscriptionsOf,
  endSubscription,
  endSubscriptionsOf,
  findByToken,
  findSubscription,
  listPending,
  listSubscriptionsOf,
  requestSubscriptions,
} from './subscriptions.queries.ts';
import { leaveKey } from './unsubscribe-links.service.ts';

/** The newsletters that readers can subscribe to. */
export async function getOffers(ctx: Context): Promise<Offer[]> {
  const rows = await listNewsletters(ctx.db, true);
  const about = await getSubjectNames(ctx, rows);
  return rows.map(({ id, name, description, language, frequency, weekday, time }, place) => ({
    ...{ id, name, description, language, frequency, weekday, time },
    about: about[place] ?? '',
  }));
}

const archiveShown = 12;

/** What the page of newsletters shows: the offers, those in the reader's language first, and the newest issues. */
export async function getReadersPage(ctx: Context) {
  const [offers, issues] = await Promise.all([getOffers(ctx), listSentIssues(ctx.db, archiveShown)]);
  const isOwn = ({ language }: { language: string }) => language === ctx.language;
  return {
    offers: [...offers.filter(isOwn), ...offers.filter((offer) => !isOwn(offer))],
    issues: [...issues.filter(isOwn), ...issues.filter((issue) => !isOwn(issue))],
  };
}

/**
 * Mails the link that confirms an address's requests, unless its mailbox has had too many today; then an earlier link
 * does. Does nothing for newsletters that the address gets already: the response must not reveal who reads what. Throws
 * `invalid` with all errors.
 */
export async function subscribe(ctx: Context, form: { email: string; newsletters: number[] }): Promise<void> {
  const email = parseEmail(form.email);
  const offers = await getOffers(ctx);
  const chosen = offers.filter(({ id }) => form.newsletters.includes(id));
  const errors = {
    ...(!email && { email: { key: 'accounts.emailInvalid' as const } }),
    ...(chosen.length === 0 && { newsletters: { key: 'newsletters.chooseOne' as const } }),
  };
  if (!email || chosen.length === 0) throw invalid(errors);
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const ids = chosen.map(({ id }) => id);
    if ((await requestSubscriptions(tx, email, ids, now)) === 0) return;
    const pending = await listPending(tx, email, addDays(now, -unconfirmedDays));
    if (!pending[0] || !(await mayMail(ctx, tx, 'newsletter', email))) return;
    const token = confirmToken(ctx.signedUrls, pending[0].id, addDays(now, unconfirmedDays));
    await sendMail(ctx, tx, {
      to: email,
      subject: ctx.text('newsletters.confirmSubject', { site: ctx.settings.get(siteName) }),
      body: ctx.text('newsletters.confirmMail', {
        names: pending.map(({ name }) => name).join(', '),
        link: `${ctx.config.siteUrl}${pathIn(ctx.language, '/newsletters/confirm')}?token=${token}`,
        days: unconfirmedDays,
      }),
    });
  });
}

/**
 * Activates all that the address of a mailed link has requested: the link proves the mailbox. Returns the names of the
 * newsletters. Throws `gone`.
 */
export async function confirm(ctx: Context, token: string): Promise<string[]> {
  const now = ctx.now();
  const names = await ctx.db.transaction(async (tx) => {
    const id = subscriptionOf(ctx.signedUrls, token, now);
    const subscription = id === undefined ? await findByToken(tx, hashToken(token)) : await findSubscription(tx, id);
    return subscription ? confirmSubscriptions(tx, subscription.email, addDays(now, -unconfirmedDays), now) : [];
  });
  if (names.length === 0) throw new AppError('gone', 'newsletters.linkGone');
  return names;
}

/** Ends a subscription, or all of its address. Throws `forbidden` for a wrong key. */
export async function leave(
  ctx: Context,
  { subscription: id, key, all }: { subscription: number; key: string; all?: 'yes' | undefined },
): Promise<void> {
  const expected = Buffer.from(leaveKey(ctx.signedUrls, id));
  const given = Buffer.from(key);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new AppError('forbidden', 'newsletters.linkGone');
  await ctx.db.transaction(async (tx) => {
    const subscription = await findSubscription(tx, id);
    if (!subscription) return; // ended long ago
    if (all) await endSubscriptionsOf(tx, subscription.email, ctx.now());
    else await endSubscription(tx, id, ctx.now());
  });
}

/** Subscriptions of the account's address, once its owner has confirmed that it is his. */
export const subscriptionsData: PersonalData = {
  name: 'newsletters',
  collect: async ({ db }, userId) => {
    const mailbox = await getMailbox(db, userId);
    return mailbox?.confirmed ? listSubscriptionsOf(db, mailbox.email) : [];
  },
  erase: async (ctx, tx, _userId, email) => {
    if (email) await deleteSubscriptionsOf(tx, email, ctx.now());
  },
};
