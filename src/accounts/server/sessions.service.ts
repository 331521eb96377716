import Bowser from 'bowser';
import { type Actor, type Context, signedIn } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Job } from '#src/platform/jobs.ts';
import type { Limit } from '#src/platform/limits.ts';
import type { Login, OwnSession } from '../sessions.contract.ts';
import { accountKey, perAccount } from './owner.service.ts';
import { checkPassword } from './passwords.ts';
import { personOf } from './person.ts';
import {
  createSession,
  deleteSessionsBefore,
  endSession,
  findLiveSession,
  listLiveSessions,
  type SessionKind,
} from './sessions.queries.ts';
import type { Tokens } from './tokens.ts';
import { checkSecondStep } from './two-step.service.ts';
import { findUserByEmail, type User } from './users.queries.ts';

const hourMs = 3_600_000;
const sessionMs: Record<SessionKind, number> = { user: 30 * 24 * hourMs, admin: 12 * hourMs };

// Wrong passwords for one account from one address, for one account from anywhere, and from one address for any.
const perAccountAndAddress: Limit = { name: 'login-account-address', attempts: 10, perSeconds: 900 };
const perAddress: Limit = { name: 'login-address', attempts: 300, perSeconds: 3600 };

export interface LoginInput {
  email: string;
  password: string;
  /** Six digits of the authenticator app, or a recovery code. */
  code?: string | undefined;
  /** Shown to the owner of the account beside the session. */
  device: string;
  address: string;
}

/** Logs in as a reader, whoever the account belongs to. Throws `unauthenticated` in the same words for every cause. */
export const loginUser = async (ctx: Context, tokens: Tokens, input: LoginInput): Promise<Login> =>
  openSession(ctx, tokens, await checkedUser(ctx, input, () => true), 'user', input);

/** Logs in to the newsroom. Throws as `loginUser` does, also for an account without such rights. */
export async function loginAdmin(ctx: Context, tokens: Tokens, input: LoginInput): Promise<Login> {
  const user = await checkedUser(ctx, input, ({ role }) => role !== 'reader');
  await checkSecondStep(ctx, user, input.code);
  return openSession(ctx, tokens, user, 'admin', input);
}

async function checkedUser(
  ctx: Context,
  { email, password, address }: LoginInput,
  may: (user: User) => boolean,
): Promise<User> {
  const user = await findUserByEmail(ctx.db, email);
  const pair = `${email} ${address}`;
  const account = accountKey(user, email);
  const limits = [
    [perAccountAndAddress, pair],
    [perAccount, account],
    [perAddress, address],
  ] as const;
  for (const [limit, who] of limits) await ctx.limits.check(limit, who);
  // Counted before the password is looked at, so that guesses made at once cannot slip in together.
  for (const [limit, who] of limits) await ctx.limits.count(limit, who);
  const fits = await checkPassword(user?.passwordHash, password);
  if (!user || !fits || user.disabledAt || !may(user))
    throw new AppError('unauthenticated', 'accounts.invalidCredentials');
  await ctx.limits.forget(perAccountAndAddress, pair);
  await ctx.limits.giveBack(perAccount, account);
  await ctx.limits.giveBack(perAddress, address);
  return user;
}

async function openSession(
  ctx: Context,
  tokens: Tokens,
  user: User,
  kind: SessionKind,
  { device, address }: LoginInput,
): Promise<Login> {
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + sessionMs[kind]);
  const id = await createSession(ctx.db, {
    userId: user.id,
    kind,
    device: deviceName(device),
    address,
    createdAt: now,
    confirmedAt: now,
    expiresAt,
  });
  const role = kind === 'admin' ? user.role : 'reader';
  return {
    token: await tokens.sign({ id, userId: user.id, issuedAt: now, expiresAt }),
    user: personOf(user, role, now),
  };
}

function deviceName(userAgent: string) {
  if (!userAgent) return '';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(', ') || userAgent.slice(0, 60);
}

/** On whose behalf a bearer token speaks. */
export async function identify(db: Db, tokens: Tokens, authorization: string | undefined, now: Date): Promise<Actor> {
  const [scheme, token] = authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'bearer' || !token) return { role: 'visitor' };
  const sessionId = await tokens.read(token, now);
  return sessionId ? actorOfSession(db, sessionId, now) : { role: 'visitor' };
}

/** Whose session this is and what it grants now; a visitor's once it has ended. For passes, which name a session. */
export async function actorOfSession(db: Db, sessionId: string, now: Date): Promise<Actor> {
  const session = await findLiveSession(db, sessionId, now);
  if (!session) return { role: 'visitor' };
  const { userId, name, kind } = session;
  return { role: kind === 'admin' ? session.role : 'reader', userId, sessionId, name };
}

export async function logout(ctx: Context): Promise<void> {
  const { userId, sessionId } = signedIn(ctx);
  await endSession(ctx.db, userId, sessionId, ctx.now());
}

export async function getSessions(ctx: Context): Promise<OwnSession[]> {
  const { userId, sessionId } = signedIn(ctx);
  const live = await listLiveSessions(ctx.db, userId, ctx.now());
  return live.map(({ id, kind, device, address, createdAt, expiresAt }) => ({
    id,
    current: id === sessionId,
    kind,
    device,
    address,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  }));
}

/** Ends one of one's own sessions. Throws `not_found` for any other. */
export async function endOwnSession(ctx: Context, id: string): Promise<void> {
  if (!(await endSession(ctx.db, signedIn(ctx).userId, id, ctx.now())))
    throw new AppError('not_found', 'errors.notFound');
}

/** How long a session that ran out is kept: the DPDP Rules ask for a year of logs. */
export const sessionLogDays = 365;

/** Forgets sessions long after they ran out. */
export const purgeSessions: Job<object> = {
  name: 'accounts.purge-sessions',
  cron: '0 22 * * *', // 3:30 in India
  async run(ctx) {
    await deleteSessionsBefore(ctx.db, new Date(ctx.now().getTime() - sessionLogDays * 24 * hourMs));
  },
};
