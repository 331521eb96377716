import { z } from 'zod';
import { Instant, NumericId } from '#src/calls/call.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { idsMatching, parseQuery } from '#src/search-index/server/search-index.service.ts';
import type { ArticleType } from '#src/submissions/submission/form.rules.ts';
import { listFiles, listPages } from '#src/submissions/submission/server/files.queries.ts';
import {
  canOpenFiles,
  canSeeFile,
  historyEntry,
  signatureFor,
  signedPagePath,
  signedPath,
  submissionView,
} from '#src/submissions/submission/server/submission-view.service.ts';
import { type FileRow, findSubmission, listHistory } from '#src/submissions/submission/server/submissions.queries.ts';
import { notFound, transition } from '#src/submissions/submission/server/transitions.service.ts';
import {
  actionOf,
  type Decision,
  decisions,
  type RejectionReason,
  type State,
  type Status,
} from '#src/submissions/submission/submission-states.rules.ts';
import { type Reviewed, type ReviewedPage, type ReviewSort, reviewPageSize } from '../review.contract.ts';
import {
  addNote,
  countStates,
  listForReview,
  listNotes,
  type NoteRow,
  type ReviewPosition,
  sortValue,
} from './review.queries.ts';

interface ReviewQuery {
  search?: string | undefined;
  state?: State | undefined;
  type?: ArticleType | undefined;
  sort: ReviewSort;
  cursor?: string | undefined;
}

/** A page of the review table, with the number of submissions by state. */
export async function getForReview(ctx: Context, { sort, cursor, search = '', ...filter }: ReviewQuery) {
  const after = cursor === undefined ? undefined : readPosition(cursor, sort);
  // An e-mail address is searched as a phrase.
  const words = search.split(' ').map((word) => (word.includes('@') ? `"${word}"` : word));
  const query = await parseQuery(ctx, words.join(' '), { beginnings: true });
  const matching = query && idsMatching(query, { audience: 'newsroom', kind: 'submission' });
  const nothing = search !== '' && !query;
  const [rows, counts] = await Promise.all([
    nothing ? [] : listForReview(ctx.db, { ...filter, matching }, sort, reviewPageSize + 1, after),
    countStates(ctx.db),
  ]);
  const shown = rows.slice(0, reviewPageSize);
  const last = rows.length > reviewPageSize ? shown.at(-1) : undefined;
  const position = last && { value: sortValue(last, sort), id: last.submission.id };
  return {
    articles: await Promise.all(shown.map((row) => submissionView(ctx, row))),
    next: position ? Buffer.from(JSON.stringify(position)).toString('base64url') : null,
    counts,
  };
}

const Position = z.object({ value: z.string(), id: NumericId });
const PositionInTime = Position.extend({ value: Instant.refine((at) => !at.startsWith('0000')) }); // PostgreSQL has no year 0

function readPosition(cursor: string, sort: ReviewSort): ReviewPosition {
  try {
    return (sort === 'username' ? Position : PositionInTime).parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString()),
    );
  } catch (cause) {
    throw new AppError('bad_request', 'errors.badRequest', { cause });
  }
}

/** One submission with its files, history and notes, for review. */
export async function getReviewed(ctx: Context, id: number): Promise<Reviewed> {
  const row = await findSubmission(ctx.db, id);
  if (!row) throw notFound();
  const [history, notes, files] = await Promise.all([
    listHistory(ctx.db, [id]),
    listNotes(ctx.db, id),
    listFiles(ctx.db, id),
  ]);
  return {
    ...(await submissionView(ctx, row)),
    history: history.map((entry) => ({ ...historyEntry(entry), actor: entry.actor })),
    notes: notes.map(noteOf),
    files: await Promise.all(
      files.map((file) =>
        reviewedFile(ctx, file, canOpenFiles(ctx.actor, row.submission) && canSeeFile(ctx.actor, row.submission, file)),
      ),
    ),
  };
}

const noteOf = ({ id, at, writer, text }: NoteRow) => ({ id, at: at.toISOString(), writer, text });

const reviewedFile = async (ctx: Context, file: FileRow, open: boolean): Promise<Reviewed['files'][number]> => ({
  id: file.id,
  kind: file.kind,
  format: file.format,
  filename: file.filename,
  size_bytes: file.sizeBytes,
  version: file.version,
  created_at: file.createdAt.toISOString(),
  replaced: file.replacedAt !== null,
  path: file.removedAt || !open ? null : await signedPath(ctx, file),
  drawing: drawingOf(file),
  pages: file.replacedAt || file.removedAt || !open ? [] : await reviewedPages(ctx, file),
  checked_at: file.checkedAt?.toISOString() ?? null,
  checked_by: file.checkedBy,
});

function drawingOf({ format, pages, undrawable }: FileRow): Reviewed['files'][number]['drawing'] {
  if (format !== 'pdf') return 'none';
  if (pages > 0) return 'done';
  return undrawable ? 'failed' : 'waiting';
}

async function reviewedPages(ctx: Context, file: FileRow): Promise<ReviewedPage[]> {
  const pages = await listPages(ctx.db, file.id, file.pages);
  const pass = await signatureFor(ctx, file);
  return pages.map(({ page, width, height }) => ({ page, width, height, picture: signedPagePath(file, page, pass) }));
}

/** Input of a decision. */
export interface DecisionInput {
  id: number;
  /** Must match the submission, so that a mixed-up row is noticed. */
  email: string;
  /** The version that was reviewed: the author may have submitted a newer one meanwhile. */
  version?: number | undefined;
  status?: Status | undefined;
  decision: Decision;
  reasons: RejectionReason[];
  note: string;
}

/**
 * Approves or rejects. Repeating the same decision is a no-op without mail; a different one is added to the history and
 * the author is notified. Throws `invalid` if the e-mail does not match, and `conflict` if there is a newer version or
 * another reviewer's decision that the caller has not seen.
 */
export async function decide(
  ctx: Context,
  { id, email, version, status, decision, reasons, note }: DecisionInput,
): Promise<void> {
  const moved = await transition(ctx, id, {
    action: actionOf[decision],
    by: 'newsroom',
    reasons: decision === 'rejected' ? reasons : [],
    note,
    check: (submission) => {
      if (submission.email.toLowerCase() !== email.trim().toLowerCase())
        throw invalid({ email: { key: 'review.otherEmail' } });
      if (version !== undefined && submission.version !== version)
        throw new AppError('conflict', 'review.newerVersion');
      const { state } = submission;
      const isDecided = decisions.some((known) => known === state);
      if (status !== undefined && isDecided && state !== status && state !== decision)
        throw new AppError('conflict', 'review.decidedMeanwhile');
    },
  });
  if (moved) ctx.log.info({ actor: requireUser(ctx).userId, submission: id, decision }, 'decided');
}

// Every editor and admin may review.
const check = () => {};

export async function startReview(ctx: Context, id: number): Promise<void> {
  await transition(ctx, id, { action: 'start_review', by: 'newsroom', check });
}

export async function requestChanges(ctx: Context, id: number, note: string): Promise<void> {
  await transition(ctx, id, { action: 'ask_changes', by: 'newsroom', note, check });
}

export async function addReviewNote(ctx: Context, id: number, text: string) {
  if (!(await findSubmission(ctx.db, id))) throw notFound();
  const { userId, name } = requireUser(ctx);
  return noteOf(await addNote(ctx.db, { submissionId: id, at: ctx.now(), writerId: userId, writer: name, text }));
}
