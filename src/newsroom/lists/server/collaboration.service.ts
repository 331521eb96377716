import { getColleagues } from '#src/news/authors/server/colleagues.service.ts';
import { findAssignment } from '#src/news/stories/server/assignments.queries.ts';
import { findStory } from '#src/news/stories/server/stories.queries.ts';
import { requireWorksOn } from '#src/news/stories/server/story-rights.service.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import type { Collaboration, Presence } from '../collaboration.contract.ts';
import { commentLimit, presenceMs } from '../collaboration.rules.ts';
import {
  countAssigned,
  createComment,
  listComments,
  listPresent,
  saveAssignment,
  savePresence,
} from './collaboration.queries.ts';

const presentLimit = 50;

async function requireStory(ctx: Context, id: number) {
  const row = await findStory(ctx.db, id);
  if (!row) throw new AppError('not_found', 'news.storyNotFound');
  await requireWorksOn(ctx, id);
  return row.story;
}

/** Comments, assignee and due time of a story. Throws `not_found`. */
export async function getCollaboration(ctx: Context, id: number): Promise<Collaboration> {
  await requireStory(ctx, id);
  const [comments, assignment] = await Promise.all([
    listComments(ctx.db, id, commentLimit),
    findAssignment(ctx.db, id),
  ]);
  return {
    comments: comments.map(({ id, at, author, text }) => ({ id, at: at.toISOString(), author, text })),
    assignee: assignment?.assignee ?? null,
    due_at: assignment?.dueAt?.toISOString() ?? null,
  };
}

/** Adds a comment. Throws `not_found`, `invalid`, and `conflict` if the story has `commentLimit` comments. */
export async function addComment(ctx: Context, id: number, text: string): Promise<Collaboration> {
  const { userId, name } = requireUser(ctx);
  const { comments } = await getCollaboration(ctx, id);
  if (!text.trim()) throw invalid({ text: { key: 'errors.required' } });
  if (comments.length >= commentLimit) throw new AppError('conflict', 'newsroom.tooManyComments');
  await createComment(ctx.db, { storyId: id, authorId: userId, author: name, text: text.trim(), at: ctx.now() });
  return getCollaboration(ctx, id);
}

/** Assigns a story to a colleague, with a due time. Throws `not_found` and `invalid`. */
export async function assignStory(
  ctx: Context,
  id: number,
  { assignee, due_at: dueAt }: { assignee: number | null; due_at: string | null },
): Promise<Collaboration> {
  await requireStory(ctx, id);
  if (assignee !== null && !(await getColleagues(ctx)).some((colleague) => colleague.id === assignee))
    throw invalid({ assignee: { key: 'newsroom.noColleague' } });
  await ctx.db.transaction(async (tx) => {
    await saveAssignment(tx, { storyId: id, assigneeId: assignee, dueAt: dueAt === null ? null : new Date(dueAt) });
    await recordAuditEvent(ctx, tx, {
      action: 'story.assigned',
      subject: `story ${id}`,
      details: { assignee, due_at: dueAt },
    });
  });
  return getCollaboration(ctx, id);
}

/** Records that the actor has a story open; returns who else has. Throws `not_found`. */
export async function showPresence(ctx: Context, id: number): Promise<Presence> {
  const { version } = await requireStory(ctx, id);
  const { userId } = requireUser(ctx);
  const now = ctx.now();
  await savePresence(ctx.db, id, userId, now, new Date(now.getTime() - presenceMs));
  return { others: await listPresent(ctx.db, id, userId, presentLimit), version };
}

/** Number of stories that are assigned to a user and not public. */
export const countAssignedStories = ({ db }: Context, userId: number): Promise<number> => countAssigned(db, userId);
