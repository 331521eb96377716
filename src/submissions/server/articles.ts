import type { Actor, Context } from '#src/platform/context.ts';
import { pageWidths } from '../research.contract.ts';
import type { Article, HistoryEntry } from '../submissions.contract.ts';
import type { FileRow, HistoryRow, Submission, SubmissionRow, Viewer } from './submissions.queries.ts';

/** Whether somebody may see everything of a submission: the newsroom, and its author. */
export const seesAll = (actor: Actor, { authorId }: Pick<Submission, 'authorId'>): boolean =>
  actor.role !== 'visitor' && (inNewsroom(actor) || actor.userId === authorId);

/**
 * Whether the files of a submission are open to one who sees it: nobody but its author reads a minor's work before a
 * guardian has agreed.
 */
export const opensFiles = (actor: Actor, { authorId, state }: Pick<Submission, 'authorId' | 'state'>): boolean =>
  state !== 'awaiting_consent' || (actor.role !== 'visitor' && actor.userId === authorId);

export const inNewsroom = (actor: Actor): boolean => actor.role === 'editor' || actor.role === 'admin';

export const viewerOf = (actor: Actor): Viewer => {
  if (actor.role === 'visitor') return { newsroom: false, userId: undefined };
  return inNewsroom(actor) ? { newsroom: true } : { newsroom: false, userId: actor.userId };
};

/** What a pass for a file names. */
export const filePass = (name: string): string => `submission-file ${name}`;

/** Path of a file for whoever asks, good for a quarter of an hour of his session. */
export async function signedPath(ctx: Context, file: FileRow): Promise<string> {
  return `/submissions/files/${file.name}.${file.format}${await passFor(ctx, file)}`;
}

/** Path of a page's picture in the same way. `pass` is what `passFor` gives: one for all pages of a file. */
export const signedPagePath = ({ name }: FileRow, page: number, pass: string): string =>
  `/submissions/files/${name}/${page}-${pageWidths.reading}.webp${pass}`;

/** The pass for a file, as the query of its address; empty for a visitor. */
export const passFor = async (ctx: Context, { name }: FileRow): Promise<string> =>
  ctx.actor.role === 'visitor' ? '' : `?pass=${await ctx.passes.issue(filePass(name), ctx.actor.sessionId, ctx.now())}`;

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
    status: submission.state === 'awaiting_consent' ? 'pending' : submission.state,
    awaiting_consent: submission.state === 'awaiting_consent',
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
