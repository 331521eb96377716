import { isDeepStrictEqual } from 'node:util';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Limit } from '#src/platform/limits.ts';
import type { PasskeyProof } from '../passkeys.contract.ts';
import type { Login } from '../sessions.contract.ts';
import { sessionLife } from '../sessions.rules.ts';
import { deviceName } from './device-name.ts';
import { createDevice, findDevice, touchDevice } from './devices.queries.ts';
import { checkPassword } from './passwords.ts';
import { personOf } from './person.ts';
import { checkSecondStep, type SecondStep } from './second-step.ts';
import { mailSecurityEvent, recordSecurityEvent, recordThrottledLogin } from './security-events.service.ts';
import { createSession, hasLoggedIn, type SessionKind } from './sessions.queries.ts';
import { loginLimits, tryGuess } from './throttling.ts';
import type { Device, Tokens } from './tokens.ts';
import { twoStepDue } from './two-step.service.ts';
import { findUser, findUserByEmail, lockUser, type User } from './users.queries.ts';
import { checkProof } from './webauthn.ts';

const dayMs = 86_400_000;

export interface LoginInput extends SecondStep {
  email: string;
  password: string;
  device_tokens?: string[] | undefined;
}

/** Who has shown that he is it, and by what. */
interface Arrival {
  user: User;
  /** The id of his device when that is known. */
  device: string | undefined;
  by: string;
}

/**
 * Logs in as a reader, whoever the account belongs to. Throws `unauthenticated` in the same words for every cause, and
 * `two_step` once only the second step is missing.
 */
export const loginUser = async (ctx: Context, tokens: Tokens, input: LoginInput): Promise<Login> =>
  openSession(ctx, tokens, 'user', await arrive(ctx, tokens, input, () => true));

/**
 * Logs in to the newsroom. Throws as `loginUser` does, also for an account without such rights, and `two_step_setup` for
 * one that had to set up a second step and has not.
 */
export const loginAdmin = async (ctx: Context, tokens: Tokens, input: LoginInput): Promise<Login> =>
  openSession(ctx, tokens, 'admin', await arrive(ctx, tokens, input, isNewsroom));

const isNewsroom = ({ role }: User) => role !== 'reader';

async function arrive(
  ctx: Context,
  tokens: Tokens,
  { email, password, device_tokens = [], ...second }: LoginInput,
  may: (user: User) => boolean,
): Promise<Arrival> {
  const devices = await readDevices(ctx, tokens, device_tokens);
  const user = await findUserByEmail(ctx.db, email);
  const device = user && (await knownDevice(ctx, devices, user.id));
  const guess = { user, email, device };
  const look = async () => {
    const fits = await checkPassword(user?.passwordHash, password);
    return user && fits && !user.disabledAt && may(user) ? user : undefined;
  };
  const found = await tryGuess(ctx, loginLimits(ctx, 'password', guess), look).catch(async (error) => {
    if (error instanceof AppError) await recordThrottledLogin(ctx, user?.id ?? null);
    throw error;
  });
  if (!found) throw await loginFailed(ctx, user);
  const shown = await checkSecondStep(ctx, found, second, loginLimits(ctx, 'code', guess));
  return { user: found, device, by: shown ?? 'password' };
}

// Read before the account is looked up, so that the time tells nothing of it.
const readDevices = async ({ now }: Context, tokens: Tokens, given: string[]): Promise<Device[]> =>
  (await Promise.all(given.map((token) => tokens.readDevice(token, now())))).filter((device) => device !== undefined);

// Only one of this very account counts, and its row must still be there: a reset and "end all" forget it.
async function knownDevice({ db }: Context, devices: Device[], userId: number): Promise<string | undefined> {
  const device = devices.find((device) => device.userId === userId);
  return device && findDevice(db, device.id, userId);
}

const passkeyLogins: Limit = { name: 'passkey-logins', attempts: 60, perSeconds: 900 };
const newDeviceMails: Limit = { name: 'new-device-mails', attempts: 10, perSeconds: 86_400 };

interface PasskeyLogin {
  passkey: PasskeyProof;
  newsroom: boolean;
  device_tokens?: string[] | undefined;
}

/** Logs in by a passkey alone: it is both steps, since it has looked at its owner. Throws as the other logins do. */
export async function loginByPasskey(
  ctx: Context,
  tokens: Tokens,
  { passkey, newsroom, device_tokens = [] }: PasskeyLogin,
): Promise<Login> {
  await ctx.limits.count(passkeyLogins, ctx.address);
  const proven = await checkProof(ctx, passkey);
  const user = proven && (await findUser(ctx.db, proven.userId));
  if (!user || user.disabledAt || (newsroom && !isNewsroom(user))) throw await loginFailed(ctx, user);
  await ctx.limits.giveBack(passkeyLogins, ctx.address);
  const device = await knownDevice(ctx, await readDevices(ctx, tokens, device_tokens), user.id);
  return openSession(ctx, tokens, newsroom ? 'admin' : 'user', { user, device, by: 'passkey_alone' });
}

async function openSession(
  ctx: Context,
  tokens: Tokens,
  kind: SessionKind,
  { user, device, by }: Arrival,
): Promise<Login> {
  const now = ctx.now();
  const due = kind === 'admin' ? await twoStepDue(ctx, user) : undefined;
  if (due && due <= now) throw new AppError('two_step_setup', 'accounts.twoStepSetUpFirst');
  const longest = now.getTime() + sessionLife[kind].longestMs;
  // In the newsroom without a second step until one is due, and no longer.
  const expiresAt = new Date(Math.min(longest, due?.getTime() ?? longest));
  const { address = '', userAgent = '' } = ctx.client ?? {};
  const isNew = device === undefined && !(await isFirstLogin(ctx.db, user, now));
  const tell = isNew && (await ctx.limits.count(newDeviceMails, String(user.id)).then(() => true, isRefusal));
  const opened = await ctx.db.transaction(async (tx) => {
    if (!(await opensStill(tx, user, kind))) return undefined;
    const stillKnown = device !== undefined && (await touchDevice(tx, device, now));
    const deviceId = stillKnown ? device : await createDevice(tx, user.id, now);
    const session = { userId: user.id, kind, device: deviceName(userAgent), address, deviceId, expiresAt };
    const id = await createSession(tx, { ...session, createdAt: now, lastSeenAt: now, confirmedAt: now });
    const details = { door: kind === 'admin' ? 'newsroom' : 'reader', by };
    await recordSecurityEvent(ctx, tx, { kind: isNew ? 'new_device' : 'login', userId: user.id, details });
    if (tell) await mailSecurityEvent(ctx, tx, user, 'new_device');
    return { id, deviceId };
  });
  if (!opened) throw await loginFailed(ctx, user);
  const { id, deviceId } = opened;
  const role = kind === 'admin' ? user.role : 'reader';
  return {
    token: await tokens.sign({ id, userId: user.id, issuedAt: now, expiresAt }),
    user: personOf(ctx, { ...user, twoStepDueAt: due ?? null }, role),
    device_token: await tokens.signDevice({ id: deviceId, userId: user.id }, now),
  };
}

// Checking a password takes a while: a reset or an admin may have changed meanwhile what it was checked against, and has
// ended the sessions that were there by then. The account stays locked until this one is.
async function opensStill(tx: Db, checked: User, kind: SessionKind): Promise<boolean> {
  const user = await lockUser(tx, checked.id);
  return (
    user !== undefined &&
    !user.disabledAt &&
    (kind === 'user' || isNewsroom(user)) &&
    isDeepStrictEqual(secretsOf(user), secretsOf(checked))
  );
}

const secretsOf = ({ passwordHash, totpSecret, passkeyCount }: User) => [passwordHash, totpSecret, passkeyCount];

async function loginFailed(ctx: Context, user: User | undefined): Promise<AppError> {
  await recordSecurityEvent(ctx, ctx.db, { kind: 'login_failed', userId: user?.id ?? null });
  return new AppError('unauthenticated', 'accounts.invalidCredentials');
}

// Nobody needs to be told of the login that follows his registration.
const isFirstLogin = async (tx: Db, { id, createdAt }: User, now: Date) =>
  now.getTime() - createdAt.getTime() < dayMs && !(await hasLoggedIn(tx, id));

function isRefusal(error: unknown): false {
  if (error instanceof AppError) return false;
  throw error;
}
