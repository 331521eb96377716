// Rate limits for guesses of passwords and codes, designed so that nobody can lock out another user: decision 085.

import { parseEmail } from '#src/accounts/users/email.rules.ts';
import type { User } from '#src/accounts/users/server/users.queries.ts';
import { defineLimit, type Limit } from '#src/calls/call.ts';
import type { Context } from '#src/platform/context.ts';
import { daySeconds } from '#src/rules/calendar.rules.ts';

type Secret = 'password' | 'code';

const quarterHour = 900;
const hour = 3600;

const limit = (name: string, attempts: number, perSeconds: number, per?: Limit['per']) =>
  defineLimit({ name, attempts, perSeconds, ...(per && { per }), text: 'accounts.tooManyGuesses' });

/** Attempts of one client: a user who mistypes needs few, and one who has forgotten his password resets it by mail. */
const clientLimits = (client: string, per: Limit['per']) => {
  const limits = (name: string) => [limit(name, 10, quarterHour, per), limit(`${name}-day`, 30, daySeconds, per)];
  return { password: limits(`password-${client}`), code: limits(`code-${client}`) };
};

const pairLimits = clientLimits('pair', 'account at an address');
const deviceLimits = clientLimits('device', 'device');
const sessionLimits = clientLimits('session', 'session');
// From all unknown devices. NIST SP 800-63B (Rate Limiting) allows 100 wrong passwords in a row; a code has only six
// digits.
const accountLimits = {
  password: limit('password-account', 100, hour, 'account'),
  code: limit('code-account', 30, hour, 'account'),
};
// For all accounts, from one address, which a school or an office may share.
const addressLimit = limit('password-address', 300, hour);

/** How long after a reset by mail the limits that are shared with other clients do not apply. */
const freshResetMs = 30 * 60_000;

/** Limits, each with its key. `own` are those of the client; `shared` also count the attempts of other clients. */
export interface AttemptLimits {
  perClient: (readonly [Limit, string])[];
  shared: (readonly [Limit, string])[];
}

interface LoginGuess {
  /** The account with the e-mail that was typed, if there is one. */
  user: User | undefined;
  /** The e-mail that was typed. */
  email: string;
  /** The device's id if it is a known device of this account. */
  device: string | undefined;
}

/**
 * Limits of login attempts. A known device has only its own, so attempts of others do not affect it. Unknown devices
 * count by account and address, and share a limit with all unknown devices. A reset by mail starts new counters, and
 * for half an hour the shared limits do not apply, because the owner has just proven his mailbox.
 */
export function loginLimits(
  { address, now }: Pick<Context, 'address' | 'now'>,
  secret: Secret,
  guess: LoginGuess,
): AttemptLimits {
  const { user, email, device } = guess;
  const by = (limits: Limit[], key: string) => limits.map((limit) => [limit, key] as const);
  if (device) return { perClient: by(deviceLimits[secret], device), shared: [] };
  const account = user ? `id ${user.id}` : `email ${parseEmail(email) ?? email}`;
  const resetAt = user?.passwordResetAt?.getTime() ?? 0;
  const fresh = now().getTime() - resetAt < freshResetMs;
  return {
    perClient: by(pairLimits[secret], `${account} ${resetAt} ${address}`),
    shared: fresh
      ? []
      : [[accountLimits[secret], account] as const, ...(secret === 'password' ? by([addressLimit], address) : [])],
  };
}

/** Limits of attempts in an open session. They count neither against a login nor against another session. */
export const openSessionLimits = (secret: Secret, sessionId: string): AttemptLimits => ({
  perClient: sessionLimits[secret].map((limit) => [limit, sessionId] as const),
  shared: [],
});

/** Runs `verify` within the limits; throws `too_many_requests` above them. A successful attempt is not counted. */
export async function limitAttempts<T>(
  { limits }: Pick<Context, 'limits'>,
  { perClient, shared }: AttemptLimits,
  verify: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const all = [...perClient, ...shared];
  for (const [limit, key] of all) await limits.check(limit, key);
  // Counted before verification, so that concurrent guesses cannot pass the check together.
  for (const [limit, key] of all) await limits.count(limit, key);
  const found = await verify();
  if (found === undefined) return undefined;
  for (const [limit, key] of perClient) await limits.reset(limit, key);
  for (const [limit, key] of shared) await limits.refund(limit, key);
  return found;
}
