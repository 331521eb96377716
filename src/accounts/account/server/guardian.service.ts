import { adultAge } from '#src/accounts/users/accounts.settings.ts';
import { isSameEmail, parseEmail } from '#src/accounts/users/email.rules.ts';
import { getCurrentUser, lockCurrentUser } from '#src/accounts/users/server/current-user.service.ts';
import { findLink, withdrawLinks } from '#src/accounts/users/server/links.queries.ts';
import { hashToken, mailLink, redeemLink } from '#src/accounts/users/server/mailed-links.service.ts';
import { consentAge, guardianState } from '#src/accounts/users/server/user-view.service.ts';
import { findUser, type User, updateUser } from '#src/accounts/users/server/users.queries.ts';
import { checkUserForm } from '#src/accounts/users/users.rules.ts';
import { defineLimit } from '#src/calls/call.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError, requireValid } from '#src/platform/errors.ts';
import type { PersonalData } from '#src/platform/slice.ts';
import { daySeconds } from '#src/rules/calendar.rules.ts';

const requestsPerAccount = defineLimit({ name: 'guardian', attempts: 5, perSeconds: daySeconds, per: 'account' });

/** Age below which a guardian must consent before submissions are reviewed; null if the rule is off. */
export const getConsentAge = (ctx: Pick<Context, 'settings'>): number | null => consentAge(ctx);

/** Mails a guardian the request for consent. Throws `conflict` if none is needed or it has been given. */
export async function requestConsent(ctx: Context, guardian: { name: string; email: string }): Promise<void> {
  const user = await getCurrentUser(ctx);
  requireConsentNeeded(ctx, user);
  const name = guardian.name.trim();
  const errors = checkUserForm({ name, email: guardian.email, mobile: '' }, false);
  const email = parseEmail(guardian.email) ?? '';
  if (isSameEmail(email, user.email)) errors.email = { key: 'accounts.guardianSelf' };
  requireValid(errors);
  await ctx.limits.count(requestsPerAccount, String(user.id));
  await ctx.db.transaction(async (tx) => {
    requireConsentNeeded(ctx, await lockCurrentUser(ctx, tx)); // a guardian who has consented meanwhile stays on record
    await updateUser(tx, user.id, { guardianName: name, guardianEmail: email, guardianAskedAt: ctx.now() }, ctx.now());
    await withdrawLinks(tx, user.id, 'guardian_consent', ctx.now(), email); // of another guardian
    await mailLink(ctx, tx, { user, purpose: 'guardian_consent', to: email }, (link) => ({
      subject: ctx.text('mails.guardianSubject', { child: user.name }),
      body: ctx.text('mails.guardian', { guardian: name, child: user.name, age: ctx.settings.get(adultAge), link }),
    }));
  });
}

function requireConsentNeeded(ctx: Context, user: User) {
  if (!needsConsent(ctx, user)) throw new AppError('conflict', 'accounts.guardianNotNeeded');
}

/** The consent request of a mailed link. Throws `gone` for an unknown, used or expired link. */
export async function getGuardianRequest(ctx: Context, token: string) {
  const link = await findLink(ctx.db, 'guardian_consent', hashToken(token));
  const user = link && (await findUser(ctx.db, link.userId));
  const given = user?.guardianConsentAt != null;
  if (!user || (!given && (link.usedAt || link.expiresAt < ctx.now()))) throw new AppError('gone', 'accounts.linkGone');
  return { child: user.name, guardian: user.guardianName ?? '', age: ctx.settings.get(adultAge), given };
}

/** Records the consent, and releases submissions that waited for it. Throws `gone` for a used or expired link. */
export async function giveConsent(ctx: Context, token: string, slices: readonly PersonalData[]): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const link = await redeemLink(ctx, tx, 'guardian_consent', token);
    await updateUser(tx, link.userId, { guardianConsentAt: ctx.now() }, ctx.now());
    await recordAuditEvent(ctx, tx, { action: 'guardian.consented', subject: `person ${link.userId}` });
    for (const { consented } of slices) await consented?.(ctx, tx, link.userId);
  });
}

/** Whether submissions of this account must still wait for a guardian's consent. */
export async function waitsForConsent(ctx: Pick<Context, 'db' | 'settings' | 'now'>, userId: number): Promise<boolean> {
  const user = await findUser(ctx.db, userId);
  return user !== undefined && needsConsent(ctx, user);
}

/**
 * The same for the current user, whose account stays locked until the transaction ends, so that a concurrent consent comes
 * either before or after what the transaction stores. Throws `unauthenticated` if the session has ended meanwhile.
 */
export const lockConsent = async (ctx: Pick<Context, 'actor' | 'settings' | 'now'>, tx: Db): Promise<boolean> =>
  needsConsent(ctx, await lockCurrentUser(ctx, tx));

/** The same for an account that is loaded already. */
export function needsConsent(ctx: Pick<Context, 'settings' | 'now'>, user: User): boolean {
  const state = guardianState(ctx, user);
  return state === 'needed' || state === 'asked';
}
