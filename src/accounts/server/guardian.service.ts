import { recordAct } from '#src/platform/audit.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Limit } from '#src/platform/limits.ts';
import { sendMail } from '#src/platform/mail.ts';
import { checkPerson } from '../people.rules.ts';
import { findLink } from './links.queries.ts';
import { hashToken, makeLink, spendLink } from './mailed-links.ts';
import { guardianState } from './person.ts';
import { ownUser, throwFaults } from './profile.service.ts';
import { findUser, updateUser } from './users.queries.ts';

const requests: Limit = { name: 'guardian', attempts: 5, perSeconds: 86_400 };

/** Mails a guardian the request for consent. Throws `conflict` when none is needed or it has been given. */
export async function askGuardian(ctx: Context, guardian: { name: string; email: string }): Promise<void> {
  const user = await ownUser(ctx);
  const state = guardianState(user, ctx.now());
  if (state === 'not_needed' || state === 'given') throw new AppError('conflict', 'accounts.guardianNotNeeded');
  const name = guardian.name.trim();
  const email = guardian.email.trim();
  const faults = checkPerson({ name, email, mobile: '' }, false);
  if (email.toLowerCase() === user.email.toLowerCase()) faults.email = { key: 'accounts.guardianSelf' };
  throwFaults(faults);
  await ctx.limits.count(requests, String(user.id));
  await ctx.db.transaction(async (tx) => {
    await updateUser(tx, user.id, { guardianName: name, guardianEmail: email, guardianAskedAt: ctx.now() }, ctx.now());
    const link = await makeLink(ctx, tx, user.id, 'guardian_consent');
    await sendMail(ctx, tx, {
      to: email,
      subject: ctx.text('mails.guardianSubject', { child: user.name }),
      body: ctx.text('mails.guardian', { guardian: name, child: user.name, link }),
    });
  });
}

/** What the mailed link asks. Throws `gone` when it is none of ours. */
export async function getGuardianRequest(ctx: Context, token: string) {
  const link = await findLink(ctx.db, 'guardian_consent', hashToken(token));
  const user = link && (await findUser(ctx.db, link.userId));
  const given = user?.guardianConsentAt != null;
  if (!user || (!given && (link.usedAt || link.expiresAt < ctx.now()))) throw new AppError('gone', 'accounts.linkGone');
  return { child: user.name, guardian: user.guardianName ?? '', given };
}

/** Gives the consent. Throws `gone` for a link that was used or has run out. */
export async function giveConsent(ctx: Context, token: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const link = await spendLink(ctx, tx, 'guardian_consent', token);
    await updateUser(tx, link.userId, { guardianConsentAt: ctx.now() }, ctx.now());
    await recordAct(ctx, tx, { action: 'guardian.consented', subject: `person ${link.userId}` });
  });
}

/** Throws `forbidden` while whoever is signed in needs a guardian's consent before he hands something in. */
export async function requireConsent(ctx: Context): Promise<void> {
  const state = guardianState(await ownUser(ctx), ctx.now());
  if (state === 'not_needed' || state === 'given') return;
  ctx.log.info({ actor: signedIn(ctx).userId }, 'waits for a guardian');
  throw new AppError('forbidden', 'accounts.guardianFirst', { extra: { guardian: state } });
}
