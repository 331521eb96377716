import { randomBytes } from 'node:crypto';
import type { Role } from '#src/calls/call.ts';
import { type Actor, type Context, signedIn } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Login, SessionUser } from '../accounts.contract.ts';
import {
  createSession,
  createUser,
  endSession,
  findLiveSession,
  findUser,
  findUserByEmail,
  hasAdmin,
  type SessionKind,
  type User,
} from './accounts.queries.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import type { Tokens } from './tokens.ts';

const hourMs = 3_600_000;
const sessionMs: Record<SessionKind, number> = { user: 30 * 24 * hourMs, admin: 12 * hourMs };

export interface LoginInput {
  email: string;
  password: string;
  /** Shown to the owner of the account beside the session. */
  device: string;
  address: string;
}

/** Logs in as a reader, whoever the account belongs to. Throws `unauthenticated` in the same words for every cause. */
export const loginUser = async (ctx: Context, tokens: Tokens, input: LoginInput): Promise<Login> =>
  openSession(ctx, tokens, await checkedUser(ctx, input, () => true), 'user', input);

/** Logs in to the newsroom. Throws as `loginUser` does, also for an account without such rights. */
export const loginAdmin = async (ctx: Context, tokens: Tokens, input: LoginInput): Promise<Login> =>
  openSession(ctx, tokens, await checkedUser(ctx, input, ({ role }) => role !== 'reader'), 'admin', input);

async function checkedUser(ctx: Context, { email, password }: LoginInput, may: (user: User) => boolean): Promise<User> {
  const user = await findUserByEmail(ctx.db, email);
  const fits = await checkPassword(user?.passwordHash, password);
  if (!user || !fits || user.disabledAt || !may(user))
    throw new AppError('unauthenticated', 'accounts.invalidCredentials');
  return user;
}

async function openSession(
  ctx: Context,
  tokens: Tokens,
  user: User,
  kind: SessionKind,
  { device, address }: LoginInput,
) {
  const expiresAt = new Date(ctx.now().getTime() + sessionMs[kind]);
  const id = await createSession(ctx.db, { userId: user.id, kind, device: device.slice(0, 200), address, expiresAt });
  const role = kind === 'admin' ? user.role : 'reader';
  return { token: await tokens.sign({ id, userId: user.id, expiresAt }), user: sessionUser(user, role) };
}

/** On whose behalf a bearer token speaks. */
export async function identify(db: Db, tokens: Tokens, authorization: string | undefined, now: Date): Promise<Actor> {
  const [scheme, token] = authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'bearer' || !token) return { role: 'visitor' };
  const sessionId = await tokens.read(token, now);
  const session = sessionId ? await findLiveSession(db, sessionId, now) : undefined;
  if (!sessionId || !session) return { role: 'visitor' };
  const { userId, name, kind } = session;
  return { role: kind === 'admin' ? session.role : 'reader', userId, sessionId, name };
}

/** The account behind the token. */
export async function getOwnUser(ctx: Context): Promise<SessionUser> {
  const actor = signedIn(ctx);
  const user = await findUser(ctx.db, actor.userId);
  if (!user) throw new AppError('unauthenticated', 'errors.sessionExpired');
  return sessionUser(user, actor.role);
}

export async function getAdminProfile(ctx: Context, id: number): Promise<SessionUser> {
  if (signedIn(ctx).userId !== id) throw new AppError('forbidden', 'errors.forbidden');
  return getOwnUser(ctx);
}

export async function logout(ctx: Context): Promise<void> {
  await endSession(ctx.db, signedIn(ctx).sessionId, ctx.now());
}

/** Whether anyone can log in to the newsroom; a new database has nobody. */
export const hasNewsroom = (db: Db): Promise<boolean> => hasAdmin(db);

/** Makes the first admin where there is none; returns the login to print, with the password only when it was made up. */
export async function ensureAdmin(db: Db, email = 'admin@news-wing.local', password?: string) {
  if (await hasAdmin(db)) return undefined;
  const made = password ?? randomBytes(12).toString('base64url');
  await createUser(db, { name: 'Editor', email, passwordHash: await hashPassword(made), role: 'admin' });
  return { email, password: password ? undefined : made };
}

const sessionUser = (user: User, role: Exclude<Role, 'visitor'>): SessionUser => ({
  id: user.id,
  email: user.email,
  name: user.name,
  profile_image: user.profileImage && `/static/uploads/${user.profileImage}`,
  mobile: role === 'reader' ? user.mobile : null,
  isAdmin: role !== 'reader',
  role,
});
