import { recordSecurityEvent } from '#src/accounts/security-events/server/security-events.service.ts';
import { lockCurrentUser } from '#src/accounts/users/server/current-user.service.ts';
import {
  endSession,
  endSessions,
  findLiveSession,
  listLiveSessions,
  touchSession,
} from '#src/accounts/users/server/sessions.queries.ts';
import type { MySession } from '#src/accounts/users/sessions.contract.ts';
import { lastSeenIntervalMs } from '#src/accounts/users/sessions.rules.ts';
import type { Actor } from '#src/platform/actor.ts';
import { type Context, requireUser, type Services } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { requireRecentPassword } from './reauthentication.service.ts';

/** The actor of a bearer token; a visitor if it is missing or invalid. */
export async function identify(services: Services, authorization: string | undefined): Promise<Actor> {
  const [scheme, token] = authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'bearer' || !token) return { role: 'visitor' };
  const now = services.now();
  const sessionId = await services.tokens.verify(token, now);
  return sessionId ? actorOfSession(services.db, sessionId, now) : { role: 'visitor' };
}

/**
 * The actor of a session, with its current rights; a visitor once it has ended or was idle for too long. Updates
 * `last_seen_at`. For bearer tokens, and for signed URLs, which contain a session id too.
 */
export async function actorOfSession(db: Db, sessionId: string, now: Date): Promise<Actor> {
  const session = await findLiveSession(db, sessionId, now);
  if (!session) return { role: 'visitor' };
  const { userId, name, kind, lastSeenAt } = session;
  if (now.getTime() - lastSeenAt.getTime() > lastSeenIntervalMs) await touchSession(db, sessionId, now);
  return { role: kind === 'admin' ? session.role : 'reader', userId, sessionId, name };
}

export async function logout(ctx: Context): Promise<void> {
  const { userId, sessionId } = requireUser(ctx);
  await ctx.db.transaction(async (tx) => {
    if (await endSession(tx, userId, sessionId, ctx.now()))
      await recordSecurityEvent(ctx, tx, { kind: 'logout', userId });
  });
}

export async function getSessions(ctx: Context): Promise<MySession[]> {
  const { userId, sessionId } = requireUser(ctx);
  const live = await listLiveSessions(ctx.db, userId, ctx.now());
  return live.map(({ id, kind, device, address, createdAt, lastSeenAt, expiresAt }) => ({
    id,
    current: id === sessionId,
    kind,
    device,
    address,
    created_at: createdAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  }));
}

/**
 * Ends a session of the current user. Throws `not_found` for any other, and `confirm_password` unless it is this one or
 * the password was given lately: a thief must not end the owner's.
 */
export async function endMySession(ctx: Context, id: string): Promise<void> {
  const { userId, sessionId } = requireUser(ctx);
  if (id !== sessionId) await requireRecentPassword(ctx);
  await ctx.db.transaction(async (tx) => {
    if (!(await endSession(tx, userId, id, ctx.now()))) throw new AppError('not_found', 'errors.notFound');
    await recordSecurityEvent(ctx, tx, { kind: 'session_ended', userId });
  });
}

/**
 * Ends all sessions of the current user except this one, and deletes their known devices. Throws `confirm_password`
 * unless the password was given lately.
 */
export async function endOtherSessions(ctx: Context): Promise<void> {
  const { userId, sessionId } = requireUser(ctx);
  await requireRecentPassword(ctx);
  await ctx.db.transaction(async (tx) => {
    await lockCurrentUser(ctx, tx);
    await endSessions(tx, userId, ctx.now(), sessionId);
    await recordSecurityEvent(ctx, tx, { kind: 'sessions_ended', userId });
  });
}

/** Retention of expired sessions: the DPDP Rules require a year of logs. */
export const sessionLogDays = 365;
