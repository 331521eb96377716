import { type Context, signedIn } from '#src/platform/context.ts';
import { readCursor, writeCursor } from '#src/platform/cursors.ts';
import { type Article, type OwnSubmission, ownLimit } from '../submissions.contract.ts';
import { articleFor, historyEntry, seesAll, viewerOf } from './articles.ts';
import { certificatePath } from './certificates.service.ts';
import { notFound } from './moves.ts';
import { findSubmission, listHistory, listOwn, listVisible, medianDays } from './submissions.queries.ts';

export interface Page {
  limit: number;
  cursor?: string | undefined;
}

/** Submissions that whoever asks may see, newest first, and the cursor of the next page when there is one. */
export async function getArticles(ctx: Context, { limit, cursor }: Page) {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const rows = await listVisible(ctx.db, viewerOf(ctx.actor), limit + 1, after);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1)?.submission : undefined;
  return {
    articles: await Promise.all(shown.map((row) => articleFor(ctx, row))),
    nextCursor: last && writeCursor(last.receivedAt, last.id),
  };
}

/** One submission. Throws `not_found` for one that whoever asks may not see. */
export async function getArticle(ctx: Context, id: number): Promise<Article> {
  const row = await findSubmission(ctx.db, id);
  if (!row || !(row.submission.openName || seesAll(ctx.actor, row.submission))) throw notFound();
  return articleFor(ctx, row);
}

const dayMs = 86_400_000;

/** The submissions of whoever asks, with where each stands, and how long decisions have taken lately. */
export async function getOwnSubmissions(ctx: Context) {
  const rows = await listOwn(ctx.db, signedIn(ctx).userId, ownLimit);
  const history = await listHistory(
    ctx.db,
    rows.map(({ submission }) => submission.id),
  );
  const submissions = rows.map(async ({ place, ...row }): Promise<OwnSubmission> => {
    const { id, onResearch } = row.submission;
    return {
      ...(await articleFor(ctx, row)),
      history: history.filter(({ submissionId }) => submissionId === id).map(historyEntry),
      queue_place: place,
      certificate: onResearch ? await certificatePath(ctx, id) : null,
    };
  });
  const median = await medianDays(ctx.db, new Date(ctx.now().getTime() - 90 * dayMs));
  return { submissions: await Promise.all(submissions), median_days: median ?? null };
}
