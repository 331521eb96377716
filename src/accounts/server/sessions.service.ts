import { type Actor, type Context, signedIn } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Job } from '#src/platform/jobs.ts';
import type { OwnSession } from '../sessions.contract.ts';
import { seenEveryMs } from '../sessions.rules.ts';
import { lockCurrentUser } from './current-user.service.ts';
import { deleteDevicesUnusedSince } from './devices.queries.ts';
import { recordSecurityEvent } from './security-events.service.ts';
import {
  deleteSessionsBefore,
  endSession,
  endSessions,
  findLiveSession,
  listLiveSessions,
  touchSession,
} from './sessions.queries.ts';
import { deviceDays, type Tokens } from './tokens.ts';

const dayMs = 86_400_000;

/** On whose behalf a bearer token speaks. */
export async function identify(db: Db, tokens: Tokens, authorization: string | undefined, now: Date): Promise<Actor> {
  const [scheme, token] = authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'bearer' || !token) return { role: 'visitor' };
  const sessionId = await tokens.read(token, now);
  return sessionId ? actorOfSession(db, sessionId, now) : { role: 'visitor' };
}

/**
 * Whose session this is and what it grants now; a visitor's once it has ended or was not used for too long. It is in use
 * by this. For tokens, and for passes, which name a session too.
 */
export async function actorOfSession(db: Db, sessionId: string, now: Date): Promise<Actor> {
  const session = await findLiveSession(db, sessionId, now);
  if (!session) return { role: 'visitor' };
  const { userId, name, kind, lastSeenAt } = session;
  if (now.getTime() - lastSeenAt.getTime() > seenEveryMs) await touchSession(db, sessionId, now);
  return { role: kind === 'admin' ? session.role : 'reader', userId, sessionId, name };
}

export async function logout(ctx: Context): Promise<void> {
  const { userId, sessionId } = signedIn(ctx);
  await ctx.db.transaction(async (tx) => {
    if (await endSession(tx, userId, sessionId, ctx.now()))
      await recordSecurityEvent(ctx, tx, { kind: 'logout', userId });
  });
}

export async function getSessions(ctx: Context): Promise<OwnSession[]> {
  const { userId, sessionId } = signedIn(ctx);
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

/** Ends one of one's own sessions. Throws `not_found` for any other. */
export async function endOwnSession(ctx: Context, id: string): Promise<void> {
  const { userId } = signedIn(ctx);
  await ctx.db.transaction(async (tx) => {
    if (!(await endSession(tx, userId, id, ctx.now()))) throw new AppError('not_found', 'errors.notFound');
    await recordSecurityEvent(ctx, tx, { kind: 'session_ended', userId });
  });
}

/** Ends all of one's own sessions but this one, and makes their browsers unknown. */
export async function endOtherSessions(ctx: Context): Promise<void> {
  const { userId, sessionId } = signedIn(ctx);
  await ctx.db.transaction(async (tx) => {
    await lockCurrentUser(ctx, tx);
    await endSessions(tx, userId, ctx.now(), sessionId);
    await recordSecurityEvent(ctx, tx, { kind: 'sessions_ended', userId });
  });
}

/** How long a session that ran out is kept: the DPDP Rules ask for a year of logs. */
export const sessionLogDays = 365;

/** Forgets sessions long after they ran out, and browsers that were not used for a long time. */
export const purgeSessions: Job<object> = {
  name: 'accounts.purge-sessions',
  cron: '0 22 * * *', // 3:30 in India
  async run(ctx) {
    const ago = (days: number) => new Date(ctx.now().getTime() - days * dayMs);
    await deleteSessionsBefore(ctx.db, ago(sessionLogDays));
    await deleteDevicesUnusedSince(ctx.db, ago(deviceDays));
  },
};
