import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { recordAct } from '#src/platform/audit.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Limit } from '#src/platform/limits.ts';
import { siteName } from '#src/platform/site-name.ts';
import { replaceRecoveryCodes, takeRecoveryCode } from './links.queries.ts';
import { hashToken } from './mailed-links.ts';
import { requireRecentPassword } from './owner.service.ts';
import { findUser, takeTotpStep, type User, updateUser } from './users.queries.ts';

const wrongCodes: Limit = { name: 'two-step', attempts: 10, perSeconds: 900 };
const recoveryCodeCount = 10;
const codeLetters = '23456789abcdefghjkmnpqrstuvwxyz'; // none that is taken for another

const generator = ({ settings }: Context, secret: Secret, label: string) =>
  new TOTP({ issuer: settings.get(siteName), label, secret });

/** A new secret for the authenticator app of whoever asks; in force once a code of it is confirmed. */
export async function beginTwoStep(ctx: Context): Promise<{ secret: string; uri: string }> {
  await requireRecentPassword(ctx);
  const { userId } = signedIn(ctx);
  const secret = new Secret({ size: 20 });
  const user = await updateUser(ctx.db, userId, { totpPending: ctx.seal.seal(Buffer.from(secret.base32)) }, ctx.now());
  return { secret: secret.base32, uri: generator(ctx, secret, user?.email ?? '').toString() };
}

/** Turns two-step login on. Returns the recovery codes, of which only hashes are kept. */
export async function confirmTwoStep(ctx: Context, code: string): Promise<string[]> {
  const { userId } = signedIn(ctx);
  const user = await findUser(ctx.db, userId);
  if (!user?.totpPending || !(await acceptCode(ctx, user, user.totpPending, code)))
    throw new AppError('invalid', 'accounts.codeWrong', { fields: { code: { key: 'accounts.codeWrong' } } });
  const codes = Array.from({ length: recoveryCodeCount }, recoveryCode);
  await ctx.db.transaction(async (tx) => {
    await updateUser(tx, userId, { totpSecret: user.totpPending, totpPending: null }, ctx.now());
    await replaceRecoveryCodes(tx, userId, codes.map(hashToken));
    await recordAct(ctx, tx, { action: 'two_step.on', subject: `person ${userId}` });
  });
  return codes;
}

export async function endTwoStep(ctx: Context): Promise<void> {
  await requireRecentPassword(ctx);
  const { userId } = signedIn(ctx);
  await ctx.db.transaction(async (tx) => {
    await updateUser(tx, userId, { totpSecret: null, totpPending: null }, ctx.now());
    await replaceRecoveryCodes(tx, userId, []);
    await recordAct(ctx, tx, { action: 'two_step.off', subject: `person ${userId}` });
  });
}

/** At the newsroom's login, once the password fits. Throws `unauthenticated` with `two_step: true` until the code fits too. */
export async function checkSecondStep(ctx: Context, user: User, code: string | undefined): Promise<void> {
  if (!user.totpSecret) return;
  const ask = { extra: { two_step: true } };
  if (!code) throw new AppError('unauthenticated', 'accounts.codeNeeded', ask);
  await ctx.limits.count(wrongCodes, String(user.id));
  const fits =
    (await acceptCode(ctx, user, user.totpSecret, code)) ||
    (await takeRecoveryCode(ctx.db, user.id, hashToken(code.trim().toLowerCase()), ctx.now()));
  if (!fits) throw new AppError('unauthenticated', 'accounts.codeWrong', ask);
  await ctx.limits.forget(wrongCodes, String(user.id));
}

// Half a minute earlier or later is accepted, as RFC 6238 (5.2) advises, and each code once.
async function acceptCode(ctx: Context, user: User, sealed: Buffer, code: string) {
  const totp = generator(ctx, Secret.fromBase32(ctx.seal.open(sealed).toString()), user.email);
  const timestamp = ctx.now().getTime();
  const offset = totp.validate({ token: code.replaceAll(' ', ''), timestamp, window: 1 });
  if (offset === null) return false;
  return takeTotpStep(ctx.db, user.id, totp.counter({ timestamp }) + offset);
}

const recoveryCode = () => Array.from({ length: 10 }, () => codeLetters.charAt(randomInt(codeLetters.length))).join('');
