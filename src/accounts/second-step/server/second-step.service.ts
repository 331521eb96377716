// The second step of a login: a TOTP code, a passkey, or a recovery code. Both logins and every re-authentication
// require it, so that an account is equally strong everywhere. Decision 084.

import {
  mailSecurityEvent,
  recordSecurityEvent,
} from '#src/accounts/security-events/server/security-events.service.ts';
import type { PasskeyAssertion } from '#src/accounts/users/passkeys.contract.ts';
import { mayMailUser } from '#src/accounts/users/server/mailboxes.service.ts';
import { hasSecondStep } from '#src/accounts/users/server/user-view.service.ts';
import type { User } from '#src/accounts/users/server/users.queries.ts';
import type { SecondStepChallenge } from '#src/accounts/users/sessions.contract.ts';
import { defineLimit } from '#src/calls/call.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import { pathIn } from '#src/messages/languages.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { sendMail } from '#src/platform/mail/mail.ts';
import { daySeconds } from '#src/rules/calendar.rules.ts';
import { redeemRecoveryCode } from './recovery-codes.service.ts';
import { type AttemptLimits, limitAttempts } from './throttling.service.ts';
import { verifyTotp } from './totp.service.ts';
import { authenticationOptions, verifyAuthentication } from './webauthn.service.ts';

export interface SecondStep {
  code?: string | undefined;
  passkey?: PasskeyAssertion | undefined;
}

/** The second factor that was verified beside the password. */
export type UsedFactor = 'app' | 'passkey' | 'recovery';

/** The second factors of an account; none while two-step login is off. */
export function secondStepMethods(user: User): SecondStepChallenge['methods'] {
  if (!hasSecondStep(user)) return [];
  const app = user.totpSecret !== null ? (['app'] as const) : [];
  const passkey = user.passkeyCount > 0 ? (['passkey'] as const) : [];
  return [...app, ...passkey, 'recovery'];
}

/**
 * Checks the second step after the password, if the account has one. Throws `two_step` with the methods and a new
 * challenge unless it is valid, and `too_many_requests` after too many attempts.
 */
export async function checkSecondStep(
  ctx: Context,
  user: User,
  given: SecondStep,
  limits: AttemptLimits,
): Promise<UsedFactor | undefined> {
  if (!hasSecondStep(user)) return undefined;
  if (!given.code && !given.passkey)
    throw await secondStepError(ctx, user, user.totpSecret ? 'accounts.codeNeeded' : 'accounts.passkeyNeeded');
  const factor = await limitAttempts(ctx, limits, () => verifySecondStep(ctx, user, given)).catch(async (error) => {
    if (error instanceof AppError) await warnOwner(ctx, user);
    throw error;
  });
  if (factor === undefined) {
    await recordSecurityEvent(ctx, ctx.db, { kind: 'code_failed', userId: user.id });
    throw await secondStepError(ctx, user, given.passkey ? 'accounts.passkeyFailed' : 'accounts.codeWrong');
  }
  if (factor === 'recovery')
    await ctx.db.transaction(async (tx) => {
      await recordSecurityEvent(ctx, tx, { kind: 'recovery_code_used', userId: user.id });
      await mailSecurityEvent(ctx, tx, user, 'recovery_code_used');
    });
  return factor;
}

async function verifySecondStep(
  ctx: Context,
  user: User,
  { code, passkey }: SecondStep,
): Promise<UsedFactor | undefined> {
  if (passkey) return (await verifyAuthentication(ctx, passkey, user)) && 'passkey';
  if (!code) return undefined;
  if (user.totpSecret && (await verifyTotp(ctx, user, user.totpSecret, code))) return 'app';
  return (await redeemRecoveryCode(ctx, user.id, code)) ? 'recovery' : undefined;
}

async function secondStepError(ctx: Context, user: User, text: TextKey): Promise<AppError> {
  const extra: SecondStepChallenge = {
    methods: secondStepMethods(user),
    ...(user.passkeyCount > 0 && { passkey_options: await authenticationOptions(ctx, user) }),
  };
  return new AppError('two_step', text, { extra: { ...extra } });
}

const warnings = defineLimit({ name: 'code-warning', attempts: 1, perSeconds: daySeconds, per: 'account' });

/** Mails the owner, at most once a day: someone who has the password is guessing codes, so he should change it. */
async function warnOwner(ctx: Context, user: User) {
  const isFirst = await ctx.limits.count(warnings, String(user.id)).then(
    () => true,
    (error) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
  if (!isFirst || !(await mayMailUser(ctx, ctx.db, user))) return;
  await sendMail(ctx, ctx.db, {
    to: user.email,
    subject: ctx.text('mails.codesGuessedSubject'),
    body: ctx.text('mails.codesGuessed', {
      name: user.name,
      link: ctx.config.siteUrl + pathIn(ctx.language, '/forgot-password'),
    }),
  });
}
