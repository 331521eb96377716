import type { PersonalData } from '#src/accounts/server/own-data.service.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { can } from '../submissions.rules.ts';
import { articleFor, historyEntry } from './articles.ts';
import { sendDrawing } from './essay-pages.ts';
import { listFiles, markRemoved } from './files.queries.ts';
import { stepTo } from './moves.ts';
import { removeFiles } from './stored-files.ts';
import { forgetName, listHistory, listOwn, lockAllOf, updateSubmission } from './submissions.queries.ts';

// More than any author has handed in.
const all = 10_000;

/**
 * What the slice keeps of a person. When he leaves, works that are not published go with him; published ones stay in
 * the archive under the name they were published with, without his address, his number and his bonafide file.
 */
export const submittedWorks: PersonalData = {
  name: 'submissions',
  async collect(ctx, userId) {
    const rows = await listOwn(ctx.db, userId, all);
    const history = await listHistory(
      ctx.db,
      rows.map(({ submission }) => submission.id),
    );
    return Promise.all(
      rows.map(async (row) => ({
        ...(await articleFor(ctx, row)),
        history: history.filter(({ submissionId }) => submissionId === row.submission.id).map(historyEntry),
      })),
    );
  },
  async erase(ctx, tx, userId) {
    for (const submission of await lockAllOf(tx, userId)) {
      if (can(submission.state, 'leave', 'author')) {
        await stepTo(ctx, tx, submission, { action: 'leave', by: 'author', check: () => {} });
        continue;
      }
      const bonafides = (await listFiles(tx, submission.id)).filter(({ kind }) => kind === 'bonafide');
      const checked = { checkedAt: submission.decidedAt, checkedBy: submission.decidedBy };
      const ids = bonafides.map(({ id }) => id);
      const names = await markRemoved(tx, ids, ctx.now(), checked);
      await ctx.jobs.send(removeFiles, { names }, { within: tx });
      await updateSubmission(tx, submission.id, { email: '', mobile: '' });
    }
    await forgetName(tx, userId);
  },
  consented: letIn,
};

/** Lets works into the review that have waited for a guardian; they are received now, and their pages drawn. */
export async function letIn(ctx: Context, tx: Db, userId: number): Promise<void> {
  for (const submission of await lockAllOf(tx, userId)) {
    if (!can(submission.state, 'consent', 'guardian')) continue;
    await stepTo(ctx, tx, submission, {
      action: 'consent',
      by: 'guardian',
      actor: { userId: null, name: ctx.text('submissions.guardian') },
      check: () => {},
      within: async () => {
        const files = await listFiles(tx, submission.id);
        await sendDrawing(
          ctx,
          tx,
          files.map(({ id }) => id),
        );
        return { receivedAt: ctx.now() };
      },
    });
  }
}
