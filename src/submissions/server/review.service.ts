import { z } from 'zod';
import { Instant, NumericId } from '#src/calls/call.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import type { ArticleType } from '../form.rules.ts';
import { type Reviewed, type ReviewedPage, type ReviewSort, reviewPageSize } from '../review.contract.ts';
import {
  actionOf,
  type Decision,
  decisions,
  type RejectionReason,
  type State,
  type Status,
} from '../submissions.rules.ts';
import { articleFor, historyEntry, opensFiles, passFor, signedPagePath, signedPath } from './articles.ts';
import { listFiles, listPages } from './files.queries.ts';
import { makeMove, notFound } from './moves.ts';
import {
  addNote,
  countStates,
  listForReview,
  listNotes,
  type NoteRow,
  type ReviewPosition,
  sortValue,
} from './review.queries.ts';
import { type FileRow, findSubmission, listHistory } from './submissions.queries.ts';

interface Wanted {
  search?: string | undefined;
  state?: State | undefined;
  type?: ArticleType | undefined;
  sort: ReviewSort;
  cursor?: string | undefined;
}

/** A page of the review table, with how many submissions wait in each state. */
export async function getForReview(ctx: Context, { sort, cursor, ...filter }: Wanted) {
  const after = cursor === undefined ? undefined : readPosition(cursor, sort);
  const [rows, counts] = await Promise.all([
    listForReview(ctx.db, filter, sort, reviewPageSize + 1, after),
    countStates(ctx.db),
  ]);
  const shown = rows.slice(0, reviewPageSize);
  const last = rows.length > reviewPageSize ? shown.at(-1) : undefined;
  const position = last && { value: sortValue(last, sort), id: last.submission.id };
  return {
    articles: await Promise.all(shown.map((row) => articleFor(ctx, row))),
    next: position ? Buffer.from(JSON.stringify(position)).toString('base64url') : null,
    counts,
  };
}

const Position = z.object({ value: z.string(), id: NumericId });
const PositionInTime = Position.extend({ value: Instant.refine((at) => !at.startsWith('0000')) }); // PostgreSQL knows no year 0

function readPosition(cursor: string, sort: ReviewSort): ReviewPosition {
  try {
    return (sort === 'username' ? Position : PositionInTime).parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString()),
    );
  } catch (cause) {
    throw new AppError('bad_request', 'errors.badRequest', { cause });
  }
}

/** All that a reviewer needs of one submission. */
export async function getReviewed(ctx: Context, id: number): Promise<Reviewed> {
  const row = await findSubmission(ctx.db, id);
  if (!row) throw notFound();
  const [history, notes, files] = await Promise.all([
    listHistory(ctx.db, [id]),
    listNotes(ctx.db, id),
    listFiles(ctx.db, id),
  ]);
  return {
    ...(await articleFor(ctx, row)),
    history: history.map((entry) => ({ ...historyEntry(entry), actor: entry.actor })),
    notes: notes.map(noteOf),
    files: await Promise.all(files.map((file) => reviewedFile(ctx, file, opensFiles(ctx.actor, row.submission)))),
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
  const pass = await passFor(ctx, file);
  return pages.map(({ page, width, height }) => ({ page, width, height, picture: signedPagePath(file, page, pass) }));
}

/** What the newsroom says with a decision. */
export interface DecisionInput {
  id: number;
  /** Must be the submission's own: a slip of the row is noticed. */
  email: string;
  /** The one that was looked at: its author may have put another in its place meanwhile. */
  version?: number | undefined;
  status?: Status | undefined;
  decision: Decision;
  reasons: RejectionReason[];
  note: string;
}

/**
 * Approves or rejects. The same decision again changes nothing and sends no mail; another one is kept in the history
 * and tells the author. Throws `invalid` when the e-mail is another's, and `conflict` when there is a newer version or
 * somebody else's decision that was not looked at.
 */
export async function decide(
  ctx: Context,
  { id, email, version, status, decision, reasons, note }: DecisionInput,
): Promise<void> {
  const moved = await makeMove(ctx, id, {
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
  if (moved) ctx.log.info({ actor: signedIn(ctx).userId, submission: id, decision }, 'decided');
}

// Anyone in the newsroom may.
const check = () => {};

export async function startReview(ctx: Context, id: number): Promise<void> {
  await makeMove(ctx, id, { action: 'start_review', by: 'newsroom', check });
}

export async function askChanges(ctx: Context, id: number, note: string): Promise<void> {
  await makeMove(ctx, id, { action: 'ask_changes', by: 'newsroom', note, check });
}

export async function leaveNote(ctx: Context, id: number, text: string) {
  if (!(await findSubmission(ctx.db, id))) throw notFound();
  const { userId, name } = signedIn(ctx);
  return noteOf(await addNote(ctx.db, { submissionId: id, at: ctx.now(), writerId: userId, writer: name, text }));
}
