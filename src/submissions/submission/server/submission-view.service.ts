import type { Actor } from '#src/platform/actor.ts';
import type { Context } from '#src/platform/context.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { pageWidths } from '../research.contract.ts';
import type { HistoryEntry, SubmissionView } from '../submissions.contract.ts';
import type { FileRow, HistoryRow, Submission, SubmissionRow, Viewer } from './submissions.queries.ts';

/** Whether the actor is the author of a submission. */
export const isAuthor = (actor: Actor, { authorId }: Pick<Submission, 'authorId'>): boolean =>
  actor.role !== 'visitor' && actor.userId === authorId;

/** Whether the actor may see all fields of a submission: reviewers and its author. */
export const canSeeAllFields = (actor: Actor, submission: Pick<Submission, 'authorId'>): boolean =>
  isAllowed(actor.role, 'reviewers') || isAuthor(actor, submission);

/** Whether the actor may see a file of a submission; identity papers are for editors and the author. */
export const canSeeFile = (
  actor: Actor,
  submission: Pick<Submission, 'authorId'>,
  { kind }: Pick<FileRow, 'kind'>,
): boolean => isAuthor(actor, submission) || isAllowed(actor.role, kind === 'bonafide' ? 'identities' : 'reviewers');

/**
 * Whether an actor who sees a submission may open its files. Before a guardian's consent only its author may open a
 * minor's files.
 */
export const canOpenFiles = (actor: Actor, submission: Pick<Submission, 'authorId' | 'state'>): boolean =>
  submission.state !== 'awaiting_consent' || isAuthor(actor, submission);

export const viewerOf = (actor: Actor): Viewer => {
  if (actor.role === 'visitor') return { newsroom: false, userId: undefined };
  return isAllowed(actor.role, 'reviewers') ? { newsroom: true } : { newsroom: false, userId: actor.userId };
};

/** The resource that a signed URL of a file names. */
export const fileResource = (name: string): string => `submission-file ${name}`;

/** Signed path of a file for the current user, valid for 15 minutes while his session lasts. */
export async function signedPath(ctx: Context, file: FileRow): Promise<string> {
  return `/submissions/files/${file.name}.${file.format}${await signatureFor(ctx, file)}`;
}

/** Signed path of a page's picture. `pass` is the result of `signatureFor`, the same for all pages of a file. */
export const signedPagePath = ({ name }: FileRow, page: number, pass: string): string =>
  `/submissions/files/${name}/${page}-${pageWidths.reading}.webp${pass}`;

/** The signature for a file as a query string; empty for a visitor. */
export const signatureFor = async (ctx: Context, { name }: FileRow): Promise<string> =>
  ctx.actor.role === 'visitor'
    ? ''
    : `?pass=${await ctx.signedUrls.sign(fileResource(name), ctx.actor.sessionId, ctx.now())}`;

/** A submission for the actor; of other users' submissions only the public fields. */
export async function submissionView(
  ctx: Context,
  { submission, essay, bonafide }: SubmissionRow,
): Promise<SubmissionView> {
  const all = canSeeAllFields(ctx.actor, submission);
  return {
    id: submission.id,
    username: submission.username,
    email: all ? submission.email : null,
    mobile_number: all ? submission.mobile : null,
    article_type: submission.articleType,
    bonafide_file:
      bonafide && canSeeFile(ctx.actor, submission, bonafide) && !bonafide.removedAt
        ? await signedPath(ctx, bonafide)
        : null,
    essay_file: submission.publicId ? `/essays/${submission.publicId}.${essay.format}` : await signedPath(ctx, essay),
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

export const historyEntry = ({ id, at, action, from, to, reasons, note, before }: HistoryRow): HistoryEntry => ({
  id,
  at: at.toISOString(),
  action,
  from,
  to,
  reasons,
  note,
  before,
});
