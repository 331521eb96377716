import { recordAct } from '#src/platform/audit.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Limit } from '#src/platform/limits.ts';
import { sendMail } from '#src/platform/mail.ts';
import { adultAge } from '../accounts.settings.ts';
import { isSameEmail, mailboxKey, parseEmail } from '../email.rules.ts';
import { checkPerson } from '../people.rules.ts';
import { getCurrentUser, lockCurrentUser } from './current-user.service.ts';
import { findLink } from './links.queries.ts';
import { hashToken, makeLink, spendLink } from './mailed-links.ts';
import type { PersonalData } from './own-data.service.ts';
import { consentAge, guardianState } from './person.ts';
import { throwFaults } from './profile.service.ts';
import { findUser, lockUser, type User, updateUser } from './users.queries.ts';

const requestsPerAccount: Limit = { name: 'guardian', attempts: 5, perSeconds: 86_400 };
// Whoever claims to be under 18 may name anybody's mailbox.
const requestsPerMailbox: Limit = { name: 'guardian-mailbox', attempts: 3, perSeconds: 86_400 };

/** Below which age a guardian has to agree before works are reviewed; null where nobody has to. */
export const getConsentAge = (ctx: Pick<Context, 'settings'>): number | null => consentAge(ctx);

/** Mails a guardian the request for consent. Throws `conflict` when none is needed or it has been given. */
export async function askGuardian(ctx: Context, guardian: { name: string; email: string }): Promise<void> {
  const user = await getCurrentUser(ctx);
  requireNeed(ctx, user);
  const name = guardian.name.trim();
  const faults = checkPerson({ name, email: guardian.email, mobile: '' }, false);
  const email = parseEmail(guardian.email) ?? '';
  if (isSameEmail(email, user.email)) faults.email = { key: 'accounts.guardianSelf' };
  throwFaults(faults);
  await ctx.limits.count(requestsPerAccount, String(user.id));
  await ctx.limits.count(requestsPerMailbox, mailboxKey(email));
  await ctx.db.transaction(async (tx) => {
    requireNeed(ctx, await lockCurrentUser(ctx, tx)); // the guardian who has agreed meanwhile stays the one on record
    await updateUser(tx, user.id, { guardianName: name, guardianEmail: email, guardianAskedAt: ctx.now() }, ctx.now());
    const link = await makeLink(ctx, tx, user.id, 'guardian_consent');
    await sendMail(ctx, tx, {
      to: email,
      subject: ctx.text('mails.guardianSubject', { child: user.name }),
      body: ctx.text('mails.guardian', { guardian: name, child: user.name, age: ctx.settings.get(adultAge), link }),
    });
  });
}

function requireNeed(ctx: Context, user: User) {
  if (!needsConsent(ctx, user)) throw new AppError('conflict', 'accounts.guardianNotNeeded');
}

/** What the mailed link asks. Throws `gone` when it is none of ours. */
export async function getGuardianRequest(ctx: Context, token: string) {
  const link = await findLink(ctx.db, 'guardian_consent', hashToken(token));
  const user = link && (await findUser(ctx.db, link.userId));
  const given = user?.guardianConsentAt != null;
  if (!user || (!given && (link.usedAt || link.expiresAt < ctx.now()))) throw new AppError('gone', 'accounts.linkGone');
  return { child: user.name, guardian: user.guardianName ?? '', age: ctx.settings.get(adultAge), given };
}

/** Gives the consent, and lets in what has waited for it. Throws `gone` for a link that was used or has run out. */
export async function giveConsent(ctx: Context, token: string, slices: PersonalData[]): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const link = await spendLink(ctx, tx, 'guardian_consent', token);
    await updateUser(tx, link.userId, { guardianConsentAt: ctx.now() }, ctx.now());
    await recordAct(ctx, tx, { action: 'guardian.consented', subject: `person ${link.userId}` });
    for (const { consented } of slices) await consented?.(ctx, tx, link.userId);
  });
}

/** Whether what this account hands in still has to wait for a guardian. */
export async function waitsForConsent(ctx: Pick<Context, 'db' | 'settings' | 'now'>, userId: number): Promise<boolean> {
  const user = await findUser(ctx.db, userId);
  return user !== undefined && needsConsent(ctx, user);
}

/**
 * The same for what is about to be stored: the account stays as it is until the transaction ends, so a consent comes
 * either before or after. Throws `unauthenticated` when it has been deleted meanwhile.
 */
export async function lockConsent(ctx: Pick<Context, 'settings' | 'now'>, tx: Db, userId: number): Promise<boolean> {
  const user = await lockUser(tx, userId);
  if (!user || user.deletedAt) throw new AppError('unauthenticated', 'errors.sessionExpired');
  return needsConsent(ctx, user);
}

/** The same of an account that is at hand. */
export function needsConsent(ctx: Pick<Context, 'settings' | 'now'>, user: User): boolean {
  const state = guardianState(ctx, user);
  return state === 'needed' || state === 'asked';
}
