import type { Actor, Context } from '#src/platform/context.ts';
import type { Article, HistoryEntry } from '../submissions.contract.ts';
import type { FileRow, HistoryRow, Submission, SubmissionRow, Viewer } from './submissions.queries.ts';

/** Whether somebody may see everything of a submission: the newsroom, and its author. */
export const seesAll = (actor: Actor, { authorId }: Pick<Submission, 'authorId'>): boolean =>
  actor.role !== 'visitor' && (inNewsroom(actor) || actor.userId === authorId);

export const inNewsroom = (actor: Actor): boolean => actor.role === 'editor' || actor.role === 'admin';

export const viewerOf = (actor: Actor): Viewer => {
  if (actor.role === 'visitor') return { newsroom: false, userId: undefined };
  return inNewsroom(actor) ? { newsroom: true } : { newsroom: false, userId: actor.userId };
};

/** What a pass for a file names. */
export const filePass = (name: string): string => `submission-file ${name}`;

/** Path of a file for whoever asks, good for a quarter of an hour of his session. */
export async function signedPath(ctx: Context, file: FileRow): Promise<string> {
  const path = `/submissions/files/${file.name}.${file.format}`;
  if (ctx.actor.role === 'visitor') return path;
  return `${path}?pass=${await ctx.passes.issue(filePass(file.name), ctx.actor.sessionId, ctx.now())}`;
}

/** A submission for whoever asks: of another's, only what is published. */
export async function articleFor(ctx: Context, { submission, essay, bonafide }: SubmissionRow): Promise<Article> {
  const all = seesAll(ctx.actor, submission);
  return {
    id: submission.id,
    username: submission.username,
    email: all ? submission.email : null,
    mobile_number: all ? submission.mobile : null,
    article_type: submission.articleType,
    bonafide_file: all && bonafide && !bonafide.removedAt ? await signedPath(ctx, bonafide) : null,
    essay_file: submission.openName ? `/essays/${submission.openName}.${essay.format}` : await signedPath(ctx, essay),
    status: submission.state,
    title: submission.title,
    abstract: submission.abstract,
    co_authors: submission.coAuthors,
    institution: submission.institution,
    keywords: submission.keywords,
    version: submission.version,
    created_at: submission.receivedAt.toISOString(),
    updated_at: submission.updatedAt.toISOString(),
    decided_at: submission.decidedAt?.toISOString() ?? null,
    published_at: submission.publishedAt?.toISOString() ?? null,
  };
}

export const historyEntry = ({ id, at, action, from, to, reasons, note }: HistoryRow): HistoryEntry => ({
  id,
  at: at.toISOString(),
  action,
  from,
  to,
  reasons,
  note,
});
