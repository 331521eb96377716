import { randomInt } from 'node:crypto';
import { recordAct } from '#src/platform/audit.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { type Action, type RejectionReason, removed, type Side, type State, tryStep } from '../submissions.rules.ts';
import { drawPages } from './essay-pages.ts';
import { deleteFiles, findEssay, listFiles } from './files.queries.ts';
import { newName, removeFiles } from './stored-files.ts';
import { tellAuthor } from './submission-mails.ts';
import {
  addHistory,
  forgetWords,
  lockSubmission,
  type NewSubmission,
  type Submission,
  updateSubmission,
} from './submissions.queries.ts';

export interface Move {
  action: Action;
  by: Side;
  reasons?: RejectionReason[];
  /** Words to the author, or from him. */
  note?: string;
  /** Who makes it, where nobody is signed in. */
  actor?: { userId: number | null; name: string };
  /** Throws when whoever asks may not do this to this submission, before its state is looked at. */
  check(submission: Submission): void;
  /** What else happens in the same transaction; returns what else changes of the submission. */
  within?(tx: Db, submission: Submission): Promise<Partial<NewSubmission>>;
}

/**
 * Makes a step in the life of a submission: state, history, mail to the author and whatever follows from the new state,
 * in one transaction. False when the submission is already where the step leads; then nothing happens. Throws
 * `not_found`, `forbidden` for an author and `conflict` for the newsroom when the step is not possible now.
 */
export const makeMove = (ctx: Context, id: number, move: Move): Promise<boolean> =>
  ctx.db.transaction(async (tx) => {
    const submission = await lockSubmission(tx, id);
    if (!submission || removed.includes(submission.state)) throw notFound();
    move.check(submission);
    return stepTo(ctx, tx, submission, move);
  });

/** The same for a submission that is locked already. */
export async function stepTo(ctx: Context, tx: Db, submission: Submission, move: Move): Promise<boolean> {
  const { action, by, reasons = [], note = '' } = move;
  const outcome = tryStep(submission.state, action, by);
  if ('no' in outcome) {
    if (outcome.no === 'already' && by === 'newsroom') return false;
    throw new AppError(by === 'author' ? 'forbidden' : 'conflict', 'submissions.notNow');
  }
  const { id, state: from } = submission;
  const { to, tells } = outcome.step;
  const actor = move.actor ?? signedIn(ctx);
  const at = ctx.now();
  const change = {
    ...(await consequences(ctx, tx, submission, to)),
    ...(await move.within?.(tx, submission)),
    state: to,
    updatedAt: at,
  };
  await updateSubmission(tx, id, change);
  await addHistory(tx, {
    submissionId: id,
    at,
    actorId: actor.userId,
    actor: actor.name,
    action,
    from,
    to,
    reasons,
    note,
  });
  if (by === 'newsroom') await recordAct(ctx, tx, { action: `submission.${action}`, subject: `submission ${id}` });
  const told = { from, reasons, note, onResearch: change.onResearch ?? false };
  if (tells) await tellAuthor(ctx, tx, { ...submission, code: change.code ?? submission.code }, tells, told);
  return true;
}

export const notFound = () => new AppError('not_found', 'submissions.notFound');

const codeLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'; // none that is taken for another

// To be typed from paper: twelve letters of 31 are 59 bits.
const newCode = () => Array.from({ length: 12 }, () => codeLetters.charAt(randomInt(codeLetters.length))).join('');

// What follows from a new state.
async function consequences(ctx: Context, tx: Db, submission: Submission, to: State): Promise<Partial<NewSubmission>> {
  const decided = to === 'approved' || to === 'rejected';
  const decision = decided ? { decidedAt: ctx.now(), decidedBy: signedIn(ctx).name } : {};
  if (removed.includes(to)) {
    const files = await listFiles(tx, submission.id);
    await deleteFiles(
      tx,
      files.map(({ id }) => id),
    );
    await ctx.jobs.send(removeFiles, { names: files.map(({ name }) => name) }, { within: tx });
    await forgetWords(tx, submission.id);
    return { ...(await exposure(ctx, tx, submission, false)), ...blotted };
  }
  return { ...decision, ...(await exposure(ctx, tx, submission, to === 'approved')) };
}

/** What of a submission the world sees, when it is approved and when it is not (any more). */
export async function exposure(
  ctx: Context,
  tx: Db,
  submission: Submission,
  approved: boolean,
): Promise<Partial<NewSubmission>> {
  const essay = approved ? await findEssay(tx, submission.id) : undefined;
  const onResearch = essay?.format === 'pdf';
  if (onResearch && essay.pages === 0) await ctx.jobs.send(drawPages, { fileId: essay.id }, { within: tx });
  const now = ctx.now();
  const exposedAt = new Date(Math.floor(now.getTime() / 1000) * 1000);
  return {
    openName: approved ? newName() : null,
    onResearch,
    ...((onResearch || submission.onResearch) && { publishedAt: submission.publishedAt ?? now, exposedAt }),
    ...(onResearch && { code: submission.code ?? newCode() }),
  };
}

/** A submission without its author's data: what a tombstone holds. */
const blotted = {
  username: '',
  email: '',
  mobile: '',
  title: '',
  abstract: '',
  coAuthors: [],
  institution: '',
  keywords: [],
} satisfies Partial<NewSubmission>;
