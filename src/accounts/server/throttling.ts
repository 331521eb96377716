// Guesses of passwords and codes, counted so that nobody can be shut out of his own account by somebody else: decision 085.
import type { Context } from '#src/platform/context.ts';
import type { Limit } from '#src/platform/limits.ts';
import { parseEmail } from '../email.rules.ts';
import type { User } from './users.queries.ts';

type Secret = 'password' | 'code';

const quarterHour = 900;
const hour = 3600;
const day = 86_400;

const limit = (name: string, attempts: number, perSeconds: number): Limit => ({
  name,
  attempts,
  perSeconds,
  text: 'accounts.tooManyGuesses',
});

/** What one guesser may try: somebody who mistypes needs few, and a mailed link helps who has forgotten. */
const ownLimits = (name: string) => [limit(name, 10, quarterHour), limit(`${name}-day`, 30, day)];

const pairLimits = { password: ownLimits('password-pair'), code: ownLimits('code-pair') };
const deviceLimits = { password: ownLimits('password-device'), code: ownLimits('code-device') };
const sessionLimits = { password: ownLimits('password-session'), code: ownLimits('code-session') };
// From unknown devices anywhere. NIST SP 800-63B (Rate Limiting) allows 100 wrong passwords in a row; a code has six digits only.
const accountLimits = { password: limit('password-account', 100, hour), code: limit('code-account', 30, hour) };
// For any account, from one address: a school or an office may share it.
const addressLimit = limit('password-address', 300, hour);

/** How long after a reset by mail only the tries of the own address count. */
const freshResetMs = 30 * 60_000;

/** Limits, each with what it counts by. The first ones are the guesser's own; the others he shares. */
export interface GuessLimits {
  own: (readonly [Limit, string])[];
  shared: (readonly [Limit, string])[];
}

interface LoginGuess {
  /** The account that is tried, if there is one. */
  user: User | undefined;
  /** The e-mail that was typed. */
  email: string;
  /** The device's id when it is known to this account. */
  device: string | undefined;
}

/**
 * Limits of tries at a login. A known device has its own and no others, so whatever strangers try does not concern it.
 * Others count by account and address, and with all unknown devices; a reset by mail begins anew, and for half an hour
 * strangers do not count: its owner has just shown that he is it.
 */
export function loginLimits(
  { address, now }: Pick<Context, 'address' | 'now'>,
  secret: Secret,
  guess: LoginGuess,
): GuessLimits {
  const { user, email, device } = guess;
  const by = (limits: Limit[], who: string) => limits.map((limit) => [limit, who] as const);
  if (device) return { own: by(deviceLimits[secret], device), shared: [] };
  const account = user ? `id ${user.id}` : `email ${parseEmail(email) ?? email}`;
  const resetAt = user?.passwordResetAt?.getTime() ?? 0;
  const fresh = now().getTime() - resetAt < freshResetMs;
  return {
    own: by(pairLimits[secret], `${account} ${resetAt} ${address}`),
    shared: fresh
      ? []
      : [[accountLimits[secret], account] as const, ...(secret === 'password' ? by([addressLimit], address) : [])],
  };
}

/** Limits of tries in a session that is open already. They never count against a login, nor against another session. */
export const openSessionLimits = (secret: Secret, sessionId: string): GuessLimits => ({
  own: sessionLimits[secret].map((limit) => [limit, sessionId] as const),
  shared: [],
});

/** Looks at a guess unless there were too many: then throws `too_many_requests`. One that fits leaves no count. */
export async function tryGuess<T>(
  { limits }: Pick<Context, 'limits'>,
  { own, shared }: GuessLimits,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const all = [...own, ...shared];
  for (const [limit, who] of all) await limits.check(limit, who);
  // Counted before the guess is looked at, so that guesses made at once cannot slip in together.
  for (const [limit, who] of all) await limits.count(limit, who);
  const found = await look();
  if (found === undefined) return undefined;
  for (const [limit, who] of own) await limits.forget(limit, who);
  for (const [limit, who] of shared) await limits.giveBack(limit, who);
  return found;
}
