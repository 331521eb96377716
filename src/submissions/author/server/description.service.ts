import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError, requireValid } from '#src/platform/errors.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import type { ValidationErrors } from '#src/rules/validation.rules.ts';
import { checkDescription } from '#src/submissions/submission/form.rules.ts';
import { notifyAuthor } from '#src/submissions/submission/server/submissions.mail.ts';
import {
  addHistory,
  lockSubmission,
  type Submission,
  updateSubmission,
} from '#src/submissions/submission/server/submissions.queries.ts';
import { notFound } from '#src/submissions/submission/server/transitions.service.ts';
import { descriptionChangeOf, removedStates } from '#src/submissions/submission/submission-states.rules.ts';
import type { SubmissionView } from '#src/submissions/submission/submissions.contract.ts';
import { getSubmission } from './submission-list.service.ts';

interface Description {
  title: string;
  abstract: string;
}

/** A change of title and abstract; what is not sent stays. */
export interface DescriptionInput {
  title?: string | undefined;
  abstract?: string | undefined;
  note?: string | undefined;
  before?: Description | undefined;
}

/**
 * Changes title and abstract: the author until publication, reviewers also afterwards, as a correction with a note
 * that readers see. Throws `not_found` for other users, `forbidden` if it is too late or too early, `conflict` with the
 * stored texts if they are not those that were seen.
 */
export async function changeDescription(ctx: Context, id: number, sent: DescriptionInput): Promise<SubmissionView> {
  const { userId, name } = requireUser(ctx);
  const by = isAllowed(ctx.actor.role, 'reviewers') ? 'newsroom' : 'author';
  await ctx.db.transaction(async (tx) => {
    const submission = await lockSubmission(tx, id);
    if (!submission || removedStates.includes(submission.state)) throw notFound();
    if (by === 'author' && submission.authorId !== userId) throw notFound();
    const action = descriptionChangeOf({ state: submission.state, published: submission.publishedAt !== null }, by);
    if (!action) throw new AppError('forbidden', by === 'author' ? 'submissions.isPublished' : 'review.consentFirst');
    const before: Description = { title: submission.title, abstract: submission.abstract };
    if (sent.before && !isSame(sent.before, before))
      throw new AppError('conflict', 'submissions.describedMeanwhile', { extra: { current: before } });
    const { after, note } = checkedInput(sent, before, { required: action === 'correct', allowed: by === 'newsroom' });
    if (isSame(after, before)) return;

    const now = ctx.now();
    await updateSubmission(tx, id, { ...after, updatedAt: now, ...(submission.onResearch && exposed(now)) });
    const { state } = submission;
    const entry = { submissionId: id, at: now, actorId: userId, actor: name, action, from: state, to: state };
    await addHistory(tx, { ...entry, note, before });
    if (by === 'author') return;
    const details = { ...(after.title !== before.title && { from: before.title, to: after.title }) };
    const event = action === 'correct' ? 'submission.corrected' : 'submission.described';
    await recordAuditEvent(ctx, tx, { action: event, subject: `submission ${id}`, details });
    const changed: Submission = { ...submission, ...after };
    await notifyAuthor(ctx, tx, changed, 'Described', { from: null, reasons: [], note, onResearch: false });
  });
  return getSubmission(ctx, id);
}

const isSame = (one: Description, other: Description) => one.title === other.title && one.abstract === other.abstract;

// The datestamp for harvesters, in whole seconds.
const exposed = (now: Date) => ({ exposedAt: new Date(Math.floor(now.getTime() / 1000) * 1000) });

function checkedInput(
  sent: DescriptionInput,
  before: Description,
  noteRule: { required: boolean; allowed: boolean },
): { after: Description; note: string } {
  const errors: ValidationErrors<'title' | 'abstract' | 'note'> = {};
  const after = checkDescription(
    { title: sent.title ?? before.title, abstract: sent.abstract ?? before.abstract },
    errors,
  );
  if (!after.title) errors.title = { key: 'errors.required' };
  const note = noteRule.allowed ? (sent.note ?? '') : '';
  if (noteRule.required && !note && !isSame(after, before)) errors.note = { key: 'submissions.correctionNeedsNote' };
  requireValid(errors);
  return { after, note };
}
