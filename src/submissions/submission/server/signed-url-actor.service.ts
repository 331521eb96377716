import { actorOfSession } from '#src/accounts/login/server/sessions.service.ts';
import type { Actor } from '#src/platform/actor.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';

/**
 * The actor of a request by signed URL: the user of the session that the URL was signed for, with his current rights.
 * Without a signature, the actor of the request. Throws `forbidden` for a signature that is for another resource, has
 * expired, or belongs to an ended session.
 */
export async function actorOfSignedUrl(ctx: Context, what: string, pass: string | undefined): Promise<Actor> {
  if (pass === undefined) return ctx.actor;
  const sessionId = await ctx.signedUrls.verify(pass, what, ctx.now());
  const actor = sessionId ? await actorOfSession(ctx.db, sessionId, ctx.now()) : undefined;
  if (!actor || actor.role === 'visitor') throw new AppError('forbidden', 'submissions.passExpired');
  return actor;
}
