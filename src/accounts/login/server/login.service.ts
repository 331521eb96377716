import { isDeepStrictEqual } from 'node:util';
import { checkSecondStep, type SecondStep } from '#src/accounts/second-step/server/second-step.service.ts';
import { limitAttempts, loginLimits } from '#src/accounts/second-step/server/throttling.service.ts';
import { verifyAuthentication } from '#src/accounts/second-step/server/webauthn.service.ts';
import {
  mailSecurityEvent,
  recordSecurityEvent,
  recordThrottledLogin,
} from '#src/accounts/security-events/server/security-events.service.ts';
import { deviceName } from '#src/accounts/users/device-name.rules.ts';
import type { PasskeyAssertion } from '#src/accounts/users/passkeys.contract.ts';
import { createDevice, findDevice, touchDevice } from '#src/accounts/users/server/devices.queries.ts';
import { checkPassword, hasExpired } from '#src/accounts/users/server/password-hashing.service.ts';
import {
  createSession,
  endSession,
  hasLoggedIn,
  type SessionKind,
} from '#src/accounts/users/server/sessions.queries.ts';
import { currentUserView } from '#src/accounts/users/server/user-view.service.ts';
import { findUser, findUserByEmail, lockUser, type User } from '#src/accounts/users/server/users.queries.ts';
import type { Login } from '#src/accounts/users/sessions.contract.ts';
import { sessionLife } from '#src/accounts/users/sessions.rules.ts';
import { defineLimit } from '#src/calls/call.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Device } from '#src/platform/secrets/tokens.ts';
import { dayMs, daySeconds } from '#src/rules/calendar.rules.ts';
import { inNewsroom } from '#src/rules/roles.rules.ts';
import { twoStepDue } from './two-step.service.ts';

export interface LoginInput extends SecondStep {
  email: string;
  password: string;
  device_tokens?: string[] | undefined;
}

/** An authenticated user, and the factor that he used. */
interface Authenticated {
  user: User;
  /** The id of his known device, if any. */
  device: string | undefined;
  by: string;
}

/**
 * Logs in with the rights of a reader, whatever the account's role. Throws `unauthenticated` with the same message for
 * every cause, and `two_step` if only the second step is missing.
 */
export const loginUser = async (ctx: Context, input: LoginInput): Promise<Login> =>
  openSession(ctx, 'user', await authenticate(ctx, input, () => true));

/**
 * Logs in to the newsroom. Throws as `loginUser` does, also for readers, and `two_step_setup` for an account that has
 * missed the deadline to set up a second step.
 */
export const loginAdmin = async (ctx: Context, input: LoginInput): Promise<Login> =>
  openSession(ctx, 'admin', await authenticate(ctx, input, isNewsroom));

const isNewsroom = ({ role }: User) => inNewsroom(role);

async function authenticate(
  ctx: Context,
  { email, password, device_tokens = [], ...second }: LoginInput,
  isAllowed: (user: User) => boolean,
): Promise<Authenticated> {
  const devices = await readDevices(ctx, device_tokens);
  const user = await findUserByEmail(ctx.db, email);
  const device = user && (await knownDevice(ctx, devices, user.id));
  const guess = { user, email, device };
  const verify = async () => {
    const matches = await checkPassword(user?.passwordHash, password);
    return user && matches && !user.disabledAt && isAllowed(user) ? user : undefined;
  };
  const verified = await limitAttempts(ctx, loginLimits(ctx, 'password', guess), verify).catch(async (error) => {
    if (error instanceof AppError) await recordThrottledLogin(ctx, user?.id ?? null);
    throw error;
  });
  if (!verified) throw await loginFailed(ctx, user);
  if (hasExpired(verified, ctx.now())) throw new AppError('unauthenticated', 'accounts.initialPasswordExpired');
  const factor = await checkSecondStep(ctx, verified, second, loginLimits(ctx, 'code', guess));
  return { user: verified, device, by: factor ?? 'password' };
}

// Verified before the account is looked up, so that the response time does not reveal whether it exists.
const readDevices = async ({ now, tokens }: Context, deviceTokens: string[]): Promise<Device[]> =>
  (await Promise.all(deviceTokens.map((token) => tokens.verifyDevice(token, now())))).filter(
    (device) => device !== undefined,
  );

// The device must belong to this account, and its row must still exist: a reset and "end all" delete it.
async function knownDevice({ db }: Context, devices: Device[], userId: number): Promise<string | undefined> {
  const ids = devices.filter((device) => device.userId === userId).map(({ id }) => id);
  return findDevice(db, ids, userId);
}

const passkeyLogins = defineLimit({ name: 'passkey-logins', attempts: 60, perSeconds: 900 });
const newDeviceMails = defineLimit({ name: 'new-device-mails', attempts: 10, perSeconds: daySeconds, per: 'account' });

interface PasskeyLogin {
  passkey: PasskeyAssertion;
  newsroom: boolean;
  device_tokens?: string[] | undefined;
}

/**
 * Logs in with a passkey only: it counts as both steps, because it has verified the user. Throws as the other logins
 * do.
 */
export async function loginByPasskey(
  ctx: Context,
  { passkey, newsroom, device_tokens = [] }: PasskeyLogin,
): Promise<Login> {
  await ctx.limits.count(passkeyLogins, ctx.address);
  const usedPasskey = await verifyAuthentication(ctx, passkey);
  const user = usedPasskey && (await findUser(ctx.db, usedPasskey.userId));
  if (!user || user.disabledAt || (newsroom && !isNewsroom(user))) throw await loginFailed(ctx, user);
  await ctx.limits.refund(passkeyLogins, ctx.address);
  const device = await knownDevice(ctx, await readDevices(ctx, device_tokens), user.id);
  return openSession(ctx, newsroom ? 'admin' : 'user', { user, device, by: 'passkey_alone' });
}

async function openSession(ctx: Context, kind: SessionKind, { user, device, by }: Authenticated): Promise<Login> {
  const now = ctx.now();
  const due = kind === 'admin' ? await twoStepDue(ctx, user) : undefined;
  if (due && due <= now) throw new AppError('two_step_setup', 'accounts.twoStepSetUpFirst');
  const latest = now.getTime() + sessionLife[kind].longestMs;
  // A newsroom session without a second step ends at the deadline to set one up.
  const expiresAt = new Date(Math.min(latest, due?.getTime() ?? latest));
  const { address = '', userAgent = '' } = ctx.client ?? {};
  const isNew = device === undefined && !(await isFirstLogin(ctx.db, user, now));
  const mailOwner = isNew && (await ctx.limits.count(newDeviceMails, String(user.id)).then(() => true, isRefusal));
  const newSession = await ctx.db.transaction(async (tx) => {
    if (!(await isStillValid(tx, user, kind))) return undefined;
    // The browser stores one session only: the new one replaces it.
    if (ctx.actor.role !== 'visitor' && ctx.actor.userId === user.id)
      await endSession(tx, user.id, ctx.actor.sessionId, now);
    const stillKnown = device !== undefined && (await touchDevice(tx, device, now));
    const deviceId = stillKnown ? device : await createDevice(tx, user.id, now);
    const session = { userId: user.id, kind, device: deviceName(userAgent), address, deviceId, expiresAt };
    const id = await createSession(tx, { ...session, createdAt: now, lastSeenAt: now, confirmedAt: now });
    const details = { door: kind === 'admin' ? 'newsroom' : 'reader', by };
    await recordSecurityEvent(ctx, tx, { kind: isNew ? 'new_device' : 'login', userId: user.id, details });
    if (mailOwner) await mailSecurityEvent(ctx, tx, user, 'new_device');
    return { id, deviceId };
  });
  if (!newSession) throw await loginFailed(ctx, user);
  const { id, deviceId } = newSession;
  const role = kind === 'admin' ? user.role : 'reader';
  return {
    token: await ctx.tokens.sign({ id, userId: user.id, issuedAt: now, expiresAt }),
    user: currentUserView(ctx, { ...user, twoStepDueAt: due ?? null }, role),
    device_token: await ctx.tokens.signDevice({ id: deviceId, userId: user.id }, now),
  };
}

// Password hashing takes time: meanwhile a reset or an admin may have changed the account and ended its sessions. Locks
// the account until the new session is committed.
async function isStillValid(tx: Db, checked: User, kind: SessionKind): Promise<boolean> {
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

// The first login after registration needs no notification.
const isFirstLogin = async (tx: Db, { id, createdAt }: User, now: Date) =>
  now.getTime() - createdAt.getTime() < dayMs && !(await hasLoggedIn(tx, id));

function isRefusal(error: unknown): false {
  if (error instanceof AppError) return false;
  throw error;
}
