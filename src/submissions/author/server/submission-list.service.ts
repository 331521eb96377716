import { type Context, requireUser } from '#src/platform/context.ts';
import { decodeCursor, encodeCursor } from '#src/platform/database/cursors.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { certificatePath } from '#src/submissions/research/server/certificates.service.ts';
import {
  canSeeAllFields,
  historyEntry,
  submissionView,
  viewerOf,
} from '#src/submissions/submission/server/submission-view.service.ts';
import {
  countPending,
  findSubmission,
  listByAuthor,
  listHistory,
  listVisible,
  medianDays,
} from '#src/submissions/submission/server/submissions.queries.ts';
import { notFound } from '#src/submissions/submission/server/transitions.service.ts';
import { type MySubmission, ownLimit, type SubmissionView } from '#src/submissions/submission/submissions.contract.ts';

export interface Page {
  limit: number;
  cursor?: string | undefined;
}

/** Submissions visible to the actor, newest first, and the cursor of the next page if there is one. */
export async function getSubmissions(ctx: Context, { limit, cursor }: Page) {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const rows = await listVisible(ctx.db, viewerOf(ctx.actor), limit + 1, after);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1)?.submission : undefined;
  return {
    articles: await Promise.all(shown.map((row) => submissionView(ctx, row))),
    nextCursor: last && encodeCursor(last.receivedAt, last.id),
  };
}

/** How many submissions wait for a decision. */
export const countUndecided = ({ db }: Context): Promise<number> => countPending(db);

/** One submission. Throws `not_found` if the actor may not see it. */
export async function getSubmission(ctx: Context, id: number): Promise<SubmissionView> {
  const row = await findSubmission(ctx.db, id);
  if (!row || !(row.submission.publicId || canSeeAllFields(ctx.actor, row.submission))) throw notFound();
  return submissionView(ctx, row);
}

/** The current user's submissions with their queue places, and the recent median time to a decision. */
export async function getMySubmissions(ctx: Context) {
  const rows = await listByAuthor(ctx.db, requireUser(ctx).userId, ownLimit);
  const history = await listHistory(
    ctx.db,
    rows.map(({ submission }) => submission.id),
  );
  const submissions = rows.map(async ({ place, ...row }): Promise<MySubmission> => {
    const { id, onResearch } = row.submission;
    return {
      ...(await submissionView(ctx, row)),
      history: history.filter(({ submissionId }) => submissionId === id).map(historyEntry),
      queue_place: place,
      certificate: onResearch ? await certificatePath(ctx, id) : null,
    };
  });
  const median = await medianDays(ctx.db, addDays(ctx.now(), -90));
  return { submissions: await Promise.all(submissions), median_days: median ?? null };
}
