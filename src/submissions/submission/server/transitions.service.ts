import { randomInt } from 'node:crypto';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import {
  type Action,
  type RejectionReason,
  removedStates,
  type State,
  type TransitionActor,
  transitionOf,
} from '../submission-states.rules.ts';
import { renderPages } from './essay-pages.jobs.ts';
import { deleteFiles, findEssay, listFiles } from './files.queries.ts';
import { newPublicId, removeFiles } from './stored-files.jobs.ts';
import { notifyAuthor } from './submissions.mail.ts';
import {
  addHistory,
  lockSubmission,
  type NewSubmission,
  redactContent,
  type Submission,
  updateSubmission,
} from './submissions.queries.ts';

export interface Transition {
  action: Action;
  by: TransitionActor;
  reasons?: RejectionReason[];
  /** Message to or from the author. */
  note?: string;
  /** The actor for the history, if there is no signed-in user. */
  actor?: { userId: number | null; name: string };
  /** Throws if the actor may not do this to this submission; runs before the state is checked. */
  check(submission: Submission): void;
  /** Runs in the same transaction; returns further changes of the submission. */
  within?(tx: Db, submission: Submission): Promise<Partial<NewSubmission>>;
}

/**
 * Makes a transition: state, history, mail to the author and the consequences of the new state, in one transaction.
 * Returns false and does nothing if the submission is already in the target state. Throws `not_found`, and if the
 * transition is not possible now `forbidden` for an author and `conflict` for the newsroom.
 */
export const transition = (ctx: Context, id: number, move: Transition): Promise<boolean> =>
  ctx.db.transaction(async (tx) => {
    const submission = await lockSubmission(tx, id);
    if (!submission || removedStates.includes(submission.state)) throw notFound();
    move.check(submission);
    return transitionLocked(ctx, tx, submission, move);
  });

/** The same for an already locked submission. */
export async function transitionLocked(
  ctx: Context,
  tx: Db,
  submission: Submission,
  move: Transition,
): Promise<boolean> {
  const { action, by, reasons = [], note = '' } = move;
  const outcome = transitionOf(submission.state, action, by);
  if ('no' in outcome) {
    if (outcome.no === 'already' && by === 'newsroom') return false;
    throw new AppError(by === 'author' ? 'forbidden' : 'conflict', 'submissions.notNow');
  }
  const { id, state: from } = submission;
  const { to, notification } = outcome.step;
  const actor = move.actor ?? requireUser(ctx);
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
  if (by === 'newsroom')
    await recordAuditEvent(ctx, tx, { action: `submission.${action}`, subject: `submission ${id}` });
  const outcomeForMail = { from, reasons, note, onResearch: change.onResearch ?? false };
  if (notification)
    await notifyAuthor(ctx, tx, { ...submission, code: change.code ?? submission.code }, notification, outcomeForMail);
  return true;
}

export const notFound = () => new AppError('not_found', 'submissions.notFound');

const codeLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'; // no ambiguous characters

// Short enough to be typed from paper: twelve of 31 characters are 59 bits.
const newCode = () => Array.from({ length: 12 }, () => codeLetters.charAt(randomInt(codeLetters.length))).join('');

// Field changes and side effects of a new state.
async function consequences(ctx: Context, tx: Db, submission: Submission, to: State): Promise<Partial<NewSubmission>> {
  const decided = to === 'approved' || to === 'rejected';
  const decision = decided ? { decidedAt: ctx.now(), decidedBy: requireUser(ctx).name } : {};
  if (removedStates.includes(to)) {
    const files = await listFiles(tx, submission.id);
    await deleteFiles(
      tx,
      files.map(({ id }) => id),
    );
    await ctx.jobs.send(removeFiles, { names: files.map(({ name }) => name) }, { within: tx });
    await redactContent(tx, submission.id);
    return { ...(await publicationFields(ctx, tx, submission, false)), ...redacted };
  }
  return { ...decision, ...(await publicationFields(ctx, tx, submission, to === 'approved')) };
}

/** The publication fields for an approved or not (or no longer) approved submission. */
export async function publicationFields(
  ctx: Context,
  tx: Db,
  submission: Submission,
  approved: boolean,
): Promise<Partial<NewSubmission>> {
  const essay = approved ? await findEssay(tx, submission.id) : undefined;
  const onResearch = essay?.format === 'pdf';
  if (onResearch && essay.pages === 0) await ctx.jobs.send(renderPages, { fileId: essay.id }, { within: tx });
  const now = ctx.now();
  const exposedAt = new Date(Math.floor(now.getTime() / 1000) * 1000);
  return {
    publicId: approved ? newPublicId() : null,
    onResearch,
    ...((onResearch || submission.onResearch) && { publishedAt: submission.publishedAt ?? now, exposedAt }),
    ...(onResearch && { code: submission.code ?? newCode() }),
  };
}

/** Overwrites the author's data when a submission becomes a tombstone. */
const redacted = {
  username: '',
  email: '',
  mobile: '',
  title: '',
  abstract: '',
  coAuthors: [],
  institution: '',
  keywords: [],
} satisfies Partial<NewSubmission>;
