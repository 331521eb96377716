import { Secret, TOTP } from 'otpauth';
import { consumeTotpStep } from '#src/accounts/users/server/two-step.queries.ts';
import type { User } from '#src/accounts/users/server/users.queries.ts';
import type { Context } from '#src/platform/context.ts';
import { siteName } from '#src/platform/settings/site-name.ts';

/** TOTP generator of a secret, labelled with the site's name and the account's e-mail. */
export const totpOf = ({ settings }: Pick<Context, 'settings'>, secret: Secret, label: string): TOTP =>
  new TOTP({ issuer: settings.get(siteName), label, secret });

/**
 * Whether a code matches an encrypted secret now. Accepts one step of 30 s earlier or later (RFC 6238, 5.2), each code
 * once.
 */
export async function verifyTotp(ctx: Context, user: User, encrypted: Buffer, code: string): Promise<boolean> {
  const token = code.replaceAll(' ', '');
  if (!/^\d+$/.test(token)) return false; // otpauth compares bytes, and throws for letters that take more than one
  const totp = totpOf(ctx, Secret.fromBase32(ctx.encryption.decrypt(encrypted).toString()), user.email);
  const timestamp = ctx.now().getTime();
  const offset = totp.validate({ token, timestamp, window: 1 });
  if (offset === null) return false;
  return consumeTotpStep(ctx.db, user.id, totp.counter({ timestamp }) + offset);
}
