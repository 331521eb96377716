import { Secret, TOTP } from 'otpauth';
import type { Context } from '#src/platform/context.ts';
import { siteName } from '#src/platform/site-name.ts';
import { takeTotpStep } from './two-step.queries.ts';
import type { User } from './users.queries.ts';

/** The generator that an authenticator app has of this secret, under the paper's name and the account's e-mail. */
export const totpOf = ({ settings }: Pick<Context, 'settings'>, secret: Secret, label: string): TOTP =>
  new TOTP({ issuer: settings.get(siteName), label, secret });

/** Whether a code fits a sealed secret now. Half a minute earlier or later is accepted (RFC 6238, 5.2), and each code once. */
export async function acceptTotp(ctx: Context, user: User, sealed: Buffer, code: string): Promise<boolean> {
  const totp = totpOf(ctx, Secret.fromBase32(ctx.seal.open(sealed).toString()), user.email);
  const timestamp = ctx.now().getTime();
  const offset = totp.validate({ token: code.replaceAll(' ', ''), timestamp, window: 1 });
  if (offset === null) return false;
  return takeTotpStep(ctx.db, user.id, totp.counter({ timestamp }) + offset);
}
