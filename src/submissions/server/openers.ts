import { actorOfSession } from '#src/accounts/server/sessions.service.ts';
import type { Actor, Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';

/**
 * Who opens something by its address: whose session the pass was given to, with the rights it has now; without a pass
 * whoever asks. Throws `forbidden` for a pass that is another thing's, too old, or of a session that has ended.
 */
export async function openerOf(ctx: Context, what: string, pass: string | undefined): Promise<Actor> {
  if (pass === undefined) return ctx.actor;
  const sessionId = await ctx.passes.check(pass, what, ctx.now());
  const actor = sessionId ? await actorOfSession(ctx.db, sessionId, ctx.now()) : undefined;
  if (!actor || actor.role === 'visitor') throw new AppError('forbidden', 'submissions.passExpired');
  return actor;
}
