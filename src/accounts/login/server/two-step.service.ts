import { Secret } from 'otpauth';
import { makeRecoveryCodes } from '#src/accounts/second-step/server/recovery-codes.service.ts';
import { limitAttempts, openSessionLimits } from '#src/accounts/second-step/server/throttling.service.ts';
import { totpOf, verifyTotp } from '#src/accounts/second-step/server/totp.service.ts';
import { passkeysPossible } from '#src/accounts/second-step/server/webauthn.service.ts';
import {
  mailSecurityEvent,
  recordSecurityEvent,
} from '#src/accounts/security-events/server/security-events.service.ts';
import { newsroomTwoStep } from '#src/accounts/users/accounts.settings.ts';
import type { Passkey } from '#src/accounts/users/passkeys.contract.ts';
import type { SecurityEventKind } from '#src/accounts/users/security.contract.ts';
import { getCurrentUser, lockCurrentUser } from '#src/accounts/users/server/current-user.service.ts';
import { deletePasskeys, listPasskeys, type PasskeyRow } from '#src/accounts/users/server/passkeys.queries.ts';
import { endSessions } from '#src/accounts/users/server/sessions.queries.ts';
import {
  listRecoveryHashes,
  listTotpSecrets,
  replaceRecoveryCodes,
  replaceTotpSecret,
} from '#src/accounts/users/server/two-step.queries.ts';
import { hasSecondStep } from '#src/accounts/users/server/user-view.service.ts';
import { findUserByEmail, lockUser, type User, updateUser } from '#src/accounts/users/server/users.queries.ts';
import { twoStepGraceMs } from '#src/accounts/users/sessions.rules.ts';
import { pathIn } from '#src/messages/languages.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { sendMail } from '#src/platform/mail/mail.ts';
import { inNewsroom } from '#src/rules/roles.rules.ts';
import { requireRecentPassword } from './reauthentication.service.ts';

/** Whether the newsroom must have a second step. */
export function newsroomNeedsTwoStep({ settings, config }: Pick<Context, 'settings' | 'config'>): boolean {
  const policy = settings.get(newsroomTwoStep);
  return policy === 'compulsory' || (policy === 'with_mail' && config.smtpUrl !== undefined);
}

/** The current user's second factors, and whether and by when he needs one. */
export async function getTwoStep(ctx: Context) {
  const user = await getCurrentUser(ctx);
  const required = inNewsroom(user.role) && newsroomNeedsTwoStep(ctx);
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

/** Makes a new TOTP secret for the current user; it takes effect once a code of it is confirmed. */
export async function beginTwoStep(ctx: Context): Promise<{ secret: string; uri: string }> {
  await requireRecentPassword(ctx);
  const secret = new Secret({ size: 20 });
  const { email } = await ctx.db.transaction(async (tx) => {
    const user = await lockCurrentUser(ctx, tx);
    await updateUser(tx, user.id, { totpPending: ctx.encryption.encrypt(Buffer.from(secret.base32)) }, ctx.now());
    return user;
  });
  return { secret: secret.base32, uri: totpOf(ctx, secret, email).toString() };
}

/**
 * Enables the authenticator app. Returns recovery codes, of which only hashes are stored, if there were none yet.
 * Throws `too_many_requests` after too many wrong codes: a guessed code would yield recovery codes and lock out the
 * owner.
 */
export async function confirmTwoStep(ctx: Context, code: string): Promise<string[]> {
  const user = await getCurrentUser(ctx);
  const { totpPending } = user;
  const limits = openSessionLimits('code', requireUser(ctx).sessionId);
  const matches =
    totpPending &&
    (await limitAttempts(ctx, limits, async () => (await verifyTotp(ctx, user, totpPending, code)) || undefined));
  if (!matches)
    throw new AppError('invalid', 'accounts.codeWrong', { fields: { code: { key: 'accounts.codeWrong' } } });
  return changeSecondStep(ctx, 'two_step_on', async (tx) => {
    await updateUser(tx, user.id, { totpSecret: user.totpPending, totpPending: null, totpSince: ctx.now() }, ctx.now());
  });
}

/** Disables the authenticator app. Throws `conflict` for the last second step of a user who must have one. */
export async function endTwoStep(ctx: Context): Promise<void> {
  await requireRecentPassword(ctx);
  await changeSecondStep(ctx, 'two_step_off', async (tx, { id }) => {
    await updateUser(tx, id, { totpSecret: null, totpPending: null, totpSince: null }, ctx.now());
  });
}

/** Replaces all recovery codes. Throws `conflict` while two-step login is off. */
export async function renewRecoveryCodes(ctx: Context): Promise<string[]> {
  await requireRecentPassword(ctx);
  return ctx.db.transaction(async (tx) => {
    const user = await lockCurrentUser(ctx, tx);
    if (!hasSecondStep(user)) throw new AppError('conflict', 'accounts.twoStepIsOff');
    await recordAndMail(ctx, tx, user, 'recovery_codes_made');
    return makeRecoveryCodes(tx, user.id);
  });
}

/**
 * Changes the current user's second steps and what depends on them: makes and returns recovery codes with the first
 * one, deletes them with the last one, logs the event and mails it. Throws `conflict` if none is left where one is
 * compulsory.
 */
export const changeSecondStep = (
  ctx: Context,
  kind: SecurityEventKind,
  change: (tx: Db, user: User) => Promise<void>,
): Promise<string[]> =>
  ctx.db.transaction(async (tx) => {
    const user = await lockCurrentUser(ctx, tx);
    await change(tx, user);
    await recordAndMail(ctx, tx, user, kind);
    if (hasSecondStep(await getCurrentUser({ ...ctx, db: tx })))
      return (await listRecoveryHashes(tx, user.id)).length ? [] : makeRecoveryCodes(tx, user.id);
    if (inNewsroom(user.role) && newsroomNeedsTwoStep(ctx)) throw new AppError('conflict', 'accounts.twoStepRequired');
    await replaceRecoveryCodes(tx, user.id, []);
    return [];
  });

async function recordAndMail(ctx: Context, tx: Db, user: User, kind: SecurityEventKind) {
  await recordSecurityEvent(ctx, tx, { kind, userId: user.id });
  await mailSecurityEvent(ctx, tx, user, kind);
}

/** Removes all second steps of an account. The caller handles sessions, log and mail. */
export async function removeSecondSteps(tx: Db, userId: number, now: Date): Promise<void> {
  await updateUser(tx, userId, { totpSecret: null, totpPending: null, totpSince: null }, now);
  await deletePasskeys(tx, userId);
  await replaceRecoveryCodes(tx, userId, []);
}

/**
 * Removes the second steps of a user who has lost them and ends his sessions; for admins. Where two-step login is
 * compulsory, he must set up another before he can log in to the newsroom again.
 */
export async function resetTwoStep(ctx: Context, userId: number): Promise<void> {
  await requireRecentPassword(ctx);
  if (userId === requireUser(ctx).userId) throw new AppError('conflict', 'accounts.notOneself');
  await ctx.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user || user.deletedAt) throw new AppError('not_found', 'accounts.personNotFound');
    await removeSecondSteps(tx, userId, ctx.now());
    if (inNewsroom(user.role) && newsroomNeedsTwoStep(ctx))
      await updateUser(tx, userId, { twoStepDueAt: ctx.now() }, ctx.now());
    await endSessions(tx, userId, ctx.now());
    await recordAuditEvent(ctx, tx, { action: 'two_step.reset', subject: `person ${userId}` });
    // Without the admin's address, which the user must not see.
    await recordSecurityEvent({ now: ctx.now, log: ctx.log }, tx, { kind: 'two_step_reset', userId });
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

/** The same from the command line, for the last admin. False if no account has this e-mail. */
export const resetTwoStepByEmail = (db: Db, email: string, at: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) return false;
    const now = () => at;
    await removeSecondSteps(tx, user.id, at);
    // Where two-step login is voluntary, the job `accounts.two-step-deadlines` clears this within the hour.
    if (inNewsroom(user.role)) await updateUser(tx, user.id, { twoStepDueAt: at }, at);
    await endSessions(tx, user.id, at);
    await recordAuditEvent({ actor: { role: 'visitor' }, now }, tx, {
      action: 'two_step.reset',
      subject: `person ${user.id}`,
    });
    await recordSecurityEvent({ now }, tx, { kind: 'two_step_reset', userId: user.id });
    return true;
  });

/** Re-encrypts the secrets of authenticator apps that were encrypted with a former key. Returns how many there were. */
export async function renewTotpSecrets({ db, encryption }: Pick<Context, 'db' | 'encryption'>): Promise<number> {
  let renewals = 0;
  for (const user of await listTotpSecrets(db))
    for (const column of ['totpSecret', 'totpPending'] as const) {
      const stored = user[column];
      const renewed = stored && encryption.renew(stored);
      if (!renewed) continue;
      await replaceTotpSecret(db, user.id, column, stored, renewed);
      renewals += 1;
    }
  return renewals;
}

/** By when a user who logs in to the newsroom must have a second step: in a week, unless a deadline is set already. */
export async function twoStepDue(ctx: Context, user: User): Promise<Date | undefined> {
  if (hasSecondStep(user) || !inNewsroom(user.role) || !newsroomNeedsTwoStep(ctx)) return undefined;
  if (user.twoStepDueAt) return user.twoStepDueAt;
  const due = new Date(ctx.now().getTime() + twoStepGraceMs);
  await updateUser(ctx.db, user.id, { twoStepDueAt: due }, ctx.now());
  return due;
}
