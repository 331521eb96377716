// The second step of a login: a code of the app, a passkey, or a recovery code. One account, one strength: both logins and
// every question for the password ask for it. Decision 084.
import type { TextKey } from '#src/messages/catalogue.ts';
import { pathIn } from '#src/messages/languages.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Limit } from '#src/platform/limits.ts';
import { sendMail } from '#src/platform/mail.ts';
import type { PasskeyProof } from '../passkeys.contract.ts';
import type { SecondStepAsked } from '../sessions.contract.ts';
import { hasSecondStep } from './person.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { mailSecurityEvent, recordSecurityEvent } from './security-events.service.ts';
import { type GuessLimits, tryGuess } from './throttling.ts';
import { acceptTotp } from './totp.ts';
import type { User } from './users.queries.ts';
import { checkProof, proofOptions } from './webauthn.ts';

export interface SecondStep {
  code?: string | undefined;
  passkey?: PasskeyProof | undefined;
}

/** What was shown beside the password. */
export type Shown = 'app' | 'passkey' | 'recovery';

/** The ways that an account has of its second step; none while it is off. */
export function secondStepMethods(user: User): SecondStepAsked['methods'] {
  if (!hasSecondStep(user)) return [];
  const app = user.totpSecret !== null ? (['app'] as const) : [];
  const passkey = user.passkeyCount > 0 ? (['passkey'] as const) : [];
  return [...app, ...passkey, 'recovery'];
}

/**
 * Checks the second step once the password fits, where the account has one. Throws `two_step` with the ways and a new
 * challenge until it fits, and `too_many_requests` after too many tries.
 */
export async function checkSecondStep(
  ctx: Context,
  user: User,
  given: SecondStep,
  limits: GuessLimits,
): Promise<Shown | undefined> {
  if (!hasSecondStep(user)) return undefined;
  if (!given.code && !given.passkey)
    throw await asked(ctx, user, user.totpSecret ? 'accounts.codeNeeded' : 'accounts.passkeyNeeded');
  const shown = await tryGuess(ctx, limits, () => look(ctx, user, given)).catch(async (error) => {
    if (error instanceof AppError) await warnOwner(ctx, user);
    throw error;
  });
  if (shown === undefined) {
    await recordSecurityEvent(ctx, ctx.db, { kind: 'code_failed', userId: user.id });
    throw await asked(ctx, user, given.passkey ? 'accounts.passkeyFailed' : 'accounts.codeWrong');
  }
  if (shown === 'recovery')
    await ctx.db.transaction(async (tx) => {
      await recordSecurityEvent(ctx, tx, { kind: 'recovery_code_used', userId: user.id });
      await mailSecurityEvent(ctx, tx, user, 'recovery_code_used');
    });
  return shown;
}

async function look(ctx: Context, user: User, { code, passkey }: SecondStep): Promise<Shown | undefined> {
  if (passkey) return (await checkProof(ctx, passkey, user)) && 'passkey';
  if (!code) return undefined;
  if (user.totpSecret && (await acceptTotp(ctx, user, user.totpSecret, code))) return 'app';
  return (await spendRecoveryCode(ctx, user.id, code)) ? 'recovery' : undefined;
}

async function asked(ctx: Context, user: User, text: TextKey): Promise<AppError> {
  const extra: SecondStepAsked = {
    methods: secondStepMethods(user),
    ...(user.passkeyCount > 0 && { passkey_options: await proofOptions(ctx, user) }),
  };
  return new AppError('two_step', text, { extra: { ...extra } });
}

const warnings: Limit = { name: 'code-warning', attempts: 1, perSeconds: 86_400 };

/** Somebody who has the password tries codes: the owner should set a new one. Told once a day. */
async function warnOwner(ctx: Context, user: User) {
  const first = await ctx.limits.count(warnings, String(user.id)).then(
    () => true,
    (error) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
  if (!first) return;
  await sendMail(ctx, ctx.db, {
    to: user.email,
    subject: ctx.text('mails.codesGuessedSubject'),
    body: ctx.text('mails.codesGuessed', {
      name: user.name,
      link: ctx.config.siteUrl + pathIn(ctx.language, '/forgot-password'),
    }),
  });
}
