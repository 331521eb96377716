import { Secret } from 'otpauth';
import { pathIn } from '#src/messages/languages.ts';
import { recordAct } from '#src/platform/audit.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Job } from '#src/platform/jobs.ts';
import { sendMail } from '#src/platform/mail.ts';
import { newsroomTwoStep } from '../accounts.settings.ts';
import type { Passkey } from '../passkeys.contract.ts';
import type { SecurityEventKind } from '../security.contract.ts';
import { twoStepGraceMs } from '../sessions.rules.ts';
import { getCurrentUser, lockCurrentUser } from './current-user.service.ts';
import { requireRecentPassword } from './owner.service.ts';
import { deletePasskeys, listPasskeys, type PasskeyRow } from './passkeys.queries.ts';
import { hasSecondStep } from './person.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { mailSecurityEvent, recordSecurityEvent } from './security-events.service.ts';
import { endSessions } from './sessions.queries.ts';
import { openSessionLimits, tryGuess } from './throttling.ts';
import { acceptTotp, totpOf } from './totp.ts';
import { clearTwoStepDue, listRecoveryHashes, replaceRecoveryCodes, setTwoStepDue } from './two-step.queries.ts';
import { findUserByEmail, lockUser, type User, updateUser } from './users.queries.ts';
import { passkeysPossible } from './webauthn.ts';

/** Whether editors and admins must have a second step. */
export function newsroomNeedsTwoStep({ settings, config }: Pick<Context, 'settings' | 'config'>): boolean {
  const wanted = settings.get(newsroomTwoStep);
  return wanted === 'compulsory' || (wanted === 'with_mail' && config.smtpUrl !== undefined);
}

/** What whoever asks has, and has to have. */
export async function getTwoStep(ctx: Context) {
  const user = await getCurrentUser(ctx);
  const required = user.role !== 'reader' && newsroomNeedsTwoStep(ctx);
  const due = required && !hasSecondStep(user) ? user.twoStepDueAt : null;
  return {
    app: user.totpSecret !== null,
    passkeys: (await listPasskeys(ctx.db, user.id)).map(passkeyView),
    passkeys_possible: passkeysPossible(ctx),
    recovery_codes_left: (await listRecoveryHashes(ctx.db, user.id)).length,
    required,
    due_at: due?.toISOString() ?? null,
    overdue: due !== null && due <= ctx.now(),
  };
}

const passkeyView = ({ id, name, synced, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  synced,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});

/** A new secret for the authenticator app of whoever asks; in force once a code of it is confirmed. */
export async function beginTwoStep(ctx: Context): Promise<{ secret: string; uri: string }> {
  await requireRecentPassword(ctx);
  const secret = new Secret({ size: 20 });
  const { email } = await ctx.db.transaction(async (tx) => {
    const user = await lockCurrentUser(ctx, tx);
    await updateUser(tx, user.id, { totpPending: ctx.seal.seal(Buffer.from(secret.base32)) }, ctx.now());
    return user;
  });
  return { secret: secret.base32, uri: totpOf(ctx, secret, email).toString() };
}

/**
 * Takes the app into use. Returns recovery codes, of which only hashes are kept, where there were none yet. Throws
 * `too_many_requests` after too many wrong codes: they come with the recovery codes, and shut out whoever has no app.
 */
export async function confirmTwoStep(ctx: Context, code: string): Promise<string[]> {
  const user = await getCurrentUser(ctx);
  const { totpPending } = user;
  const limits = openSessionLimits('code', signedIn(ctx).sessionId);
  const fits =
    totpPending &&
    (await tryGuess(ctx, limits, async () => (await acceptTotp(ctx, user, totpPending, code)) || undefined));
  if (!fits) throw new AppError('invalid', 'accounts.codeWrong', { fields: { code: { key: 'accounts.codeWrong' } } });
  return changeSecondStep(ctx, 'two_step_on', async (tx) => {
    await updateUser(tx, user.id, { totpSecret: user.totpPending, totpPending: null, totpSince: ctx.now() }, ctx.now());
  });
}

/** Takes the app out of use. Throws `conflict` for the last second step of somebody who must have one. */
export async function endTwoStep(ctx: Context): Promise<void> {
  await requireRecentPassword(ctx);
  await changeSecondStep(ctx, 'two_step_off', async (tx, { id }) => {
    await updateUser(tx, id, { totpSecret: null, totpPending: null, totpSince: null }, ctx.now());
  });
}

/** New recovery codes in place of all others. Throws `conflict` while there is nothing that they could stand in for. */
export async function renewRecoveryCodes(ctx: Context): Promise<string[]> {
  await requireRecentPassword(ctx);
  return ctx.db.transaction(async (tx) => {
    const user = await lockCurrentUser(ctx, tx);
    if (!hasSecondStep(user)) throw new AppError('conflict', 'accounts.twoStepIsOff');
    await tell(ctx, tx, user, 'recovery_codes_made');
    return makeRecoveryCodes(tx, user.id);
  });
}

/**
 * Changes the second steps of whoever asks, with all that comes with it: recovery codes for the first one (returned, if
 * there were none), none without any, the log and a mail. Throws `conflict` when the newsroom wants one and none is left.
 */
export const changeSecondStep = (
  ctx: Context,
  kind: SecurityEventKind,
  change: (tx: Db, user: User) => Promise<void>,
): Promise<string[]> =>
  ctx.db.transaction(async (tx) => {
    const user = await lockCurrentUser(ctx, tx);
    await change(tx, user);
    await tell(ctx, tx, user, kind);
    if (hasSecondStep(await getCurrentUser({ ...ctx, db: tx })))
      return (await listRecoveryHashes(tx, user.id)).length ? [] : makeRecoveryCodes(tx, user.id);
    if (user.role !== 'reader' && newsroomNeedsTwoStep(ctx)) throw new AppError('conflict', 'accounts.twoStepRequired');
    await replaceRecoveryCodes(tx, user.id, []);
    return [];
  });

async function tell(ctx: Context, tx: Db, user: User, kind: SecurityEventKind) {
  await recordSecurityEvent(ctx, tx, { kind, userId: user.id });
  await mailSecurityEvent(ctx, tx, user, kind);
}

/** Takes all second steps of an account away. What else that means is for the caller. */
export async function removeSecondSteps(tx: Db, userId: number, now: Date): Promise<void> {
  await updateUser(tx, userId, { totpSecret: null, totpPending: null, totpSince: null }, now);
  await deletePasskeys(tx, userId);
  await replaceRecoveryCodes(tx, userId, []);
}

/**
 * For somebody who has lost his: an admin takes his second steps away and ends his sessions. Where the newsroom wants
 * one he sets up another before he gets in again.
 */
export async function resetTwoStep(ctx: Context, userId: number): Promise<void> {
  await requireRecentPassword(ctx);
  if (userId === signedIn(ctx).userId) throw new AppError('conflict', 'accounts.notOneself');
  await ctx.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user || user.deletedAt) throw new AppError('not_found', 'accounts.personNotFound');
    await removeSecondSteps(tx, userId, ctx.now());
    if (user.role !== 'reader' && newsroomNeedsTwoStep(ctx))
      await updateUser(tx, userId, { twoStepDueAt: ctx.now() }, ctx.now());
    await endSessions(tx, userId, ctx.now());
    await recordAct(ctx, tx, { action: 'two_step.reset', subject: `person ${userId}` });
    // Without the address of the admin, which is none of that person's business.
    await recordSecurityEvent({ now: ctx.now }, tx, { kind: 'two_step_reset', userId });
    await sendMail(ctx, tx, {
      to: user.email,
      subject: ctx.text('mails.twoStepResetSubject'),
      body: ctx.text('mails.twoStepReset', {
        name: user.name,
        link: ctx.config.siteUrl + pathIn(ctx.language, '/login'),
      }),
    });
  });
}

/** The same by who runs the machine, for the last admin. False when nobody has this e-mail. */
export const resetTwoStepOf = (db: Db, email: string, at: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) return false;
    const now = () => at;
    await removeSecondSteps(tx, user.id, at);
    // The newsroom leads through setting up another, where it wants one; where not, this is forgotten within the hour.
    if (user.role !== 'reader') await updateUser(tx, user.id, { twoStepDueAt: at }, at);
    await endSessions(tx, user.id, at);
    await recordAct({ actor: { role: 'visitor' }, now }, tx, {
      action: 'two_step.reset',
      subject: `person ${user.id}`,
    });
    await recordSecurityEvent({ now }, tx, { kind: 'two_step_reset', userId: user.id });
    return true;
  });

/** By when somebody who logs in to the newsroom has to have a second step: a week from now, unless it was set before. */
export async function twoStepDue(ctx: Context, user: User): Promise<Date | undefined> {
  if (hasSecondStep(user) || user.role === 'reader' || !newsroomNeedsTwoStep(ctx)) return undefined;
  if (user.twoStepDueAt) return user.twoStepDueAt;
  const due = new Date(ctx.now().getTime() + twoStepGraceMs);
  await updateUser(ctx.db, user.id, { twoStepDueAt: due }, ctx.now());
  return due;
}

/** Sets the week for those who were in the newsroom before a second step was wanted, or forgets it where none is. */
export const setTwoStepDeadlines: Job<object> = {
  name: 'accounts.two-step-deadlines',
  cron: '15 * * * *',
  async run(ctx) {
    if (!newsroomNeedsTwoStep(ctx)) return clearTwoStepDue(ctx.db);
    await setTwoStepDue(ctx.db, new Date(ctx.now().getTime() + twoStepGraceMs));
  },
};
