import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { PersonalData } from '#src/platform/slice.ts';
import { queueRendering } from '#src/submissions/submission/server/essay-pages.jobs.ts';
import { listFiles, markRemoved } from '#src/submissions/submission/server/files.queries.ts';
import { removeFiles } from '#src/submissions/submission/server/stored-files.jobs.ts';
import { historyEntry, submissionView } from '#src/submissions/submission/server/submission-view.service.ts';
import {
  listByAuthor,
  listHistory,
  lockByAuthor,
  redactName,
  updateSubmission,
} from '#src/submissions/submission/server/submissions.queries.ts';
import { transitionLocked } from '#src/submissions/submission/server/transitions.service.ts';
import { canTransition } from '#src/submissions/submission/submission-states.rules.ts';

// No limit in practice: no author has this many submissions.
const maxSubmissions = 10_000;

/**
 * Export and erasure of a user's submissions. Erasure deletes unpublished submissions; published essays remain in the
 * archive under the name they were published with, without e-mail address, mobile number and bonafide file.
 */
export const submittedWorks: PersonalData = {
  name: 'submissions',
  async collect(ctx, userId) {
    const rows = await listByAuthor(ctx.db, userId, maxSubmissions);
    const history = await listHistory(
      ctx.db,
      rows.map(({ submission }) => submission.id),
    );
    return Promise.all(
      rows.map(async (row) => ({
        ...(await submissionView(ctx, row)),
        history: history.filter(({ submissionId }) => submissionId === row.submission.id).map(historyEntry),
      })),
    );
  },
  async erase(ctx, tx, userId) {
    for (const submission of await lockByAuthor(tx, userId)) {
      if (canTransition(submission.state, 'leave', 'author')) {
        await transitionLocked(ctx, tx, submission, { action: 'leave', by: 'author', check: () => {} });
        continue;
      }
      const bonafides = (await listFiles(tx, submission.id)).filter(({ kind }) => kind === 'bonafide');
      const checked = { checkedAt: submission.decidedAt, checkedBy: submission.decidedBy };
      const ids = bonafides.map(({ id }) => id);
      const names = await markRemoved(tx, ids, ctx.now(), checked);
      await ctx.jobs.send(removeFiles, { names }, { within: tx });
      await updateSubmission(tx, submission.id, { email: '', mobile: '' });
    }
    await redactName(tx, userId);
  },
  consented: releaseAwaiting,
};

/** Moves a user's submissions from `awaiting_consent` to `pending`, received now, and queues rendering of pages. */
export async function releaseAwaiting(ctx: Context, tx: Db, userId: number): Promise<void> {
  for (const submission of await lockByAuthor(tx, userId)) {
    if (!canTransition(submission.state, 'consent', 'guardian')) continue;
    await transitionLocked(ctx, tx, submission, {
      action: 'consent',
      by: 'guardian',
      actor: { userId: null, name: ctx.text('submissions.guardian') },
      check: () => {},
      within: async () => {
        const files = await listFiles(tx, submission.id);
        await queueRendering(
          ctx,
          tx,
          files.map(({ id }) => id),
        );
        return { receivedAt: ctx.now() };
      },
    });
  }
}
