import { lockConsent, needsConsent } from '#src/accounts/account/server/guardian.service.ts';
import { getCurrentUser } from '#src/accounts/users/server/current-user.service.ts';
import type { ReceivedFile } from '#src/calls/call.ts';
import { defineLimit } from '#src/calls/call.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { daySeconds } from '#src/rules/calendar.rules.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import type { ValidationErrors } from '#src/rules/validation.rules.ts';
import {
  checkSubmission,
  descriptionFormOf,
  maxLengths,
  titleFromMetadata,
} from '#src/submissions/submission/form.rules.ts';
import { type Document, requireDocument, storeDocument } from '#src/submissions/submission/server/documents.service.ts';
import { queueRendering } from '#src/submissions/submission/server/essay-pages.jobs.ts';
import { attachFiles } from '#src/submissions/submission/server/files.queries.ts';
import { isAuthor } from '#src/submissions/submission/server/submission-view.service.ts';
import { notifyAuthor } from '#src/submissions/submission/server/submissions.mail.ts';
import {
  addHistory,
  createSubmission,
  findSubmission,
} from '#src/submissions/submission/server/submissions.queries.ts';
import { notFound, transition } from '#src/submissions/submission/server/transitions.service.ts';
import { canTransition, initialTransition } from '#src/submissions/submission/submission-states.rules.ts';
import type { SentSubmission, SubmissionView } from '#src/submissions/submission/submissions.contract.ts';
import { getSubmission } from './submission-list.service.ts';

const submissionsADay = defineLimit({ name: 'submit', attempts: 30, perSeconds: daySeconds, per: 'account' });

const sentAs = (field: string) => ({ field, priority: 'author' }) as const;

/** Creates a submission; a minor's awaits his guardian's consent. Throws `invalid` or `wrong_type` with the errors. */
export async function submit(ctx: Context, sent: SentSubmission): Promise<SubmissionView> {
  const user = await getCurrentUser(ctx);
  const { bonafide_file, essay_file } = sent;
  const names = { bonafide_file: bonafide_file?.filename, essay_file: essay_file?.filename };
  const result = checkSubmission({ ...descriptionFormOf(sent), ...names });
  if ('errors' in result) throw refusalOf(result.errors);
  await ctx.limits.count(submissionsADay, String(user.id));
  // checkSubmission requires both files.
  const bonafide = await requireDocument(ctx, bonafide_file as ReceivedFile, sentAs('bonafide_file'));
  const essay = await requireDocument(ctx, essay_file as ReceivedFile, sentAs('essay_file'));
  const { values } = result;
  const now = ctx.now();
  const files = await storeDocuments(ctx, { bonafide, essay });
  const id = await ctx.db.transaction(async (tx) => {
    const account = { authorId: user.id, username: user.name, email: user.email, mobile: user.mobile ?? '' };
    const untitled = ctx.text('submissions.untitled', { type: values.articleType, name: user.name });
    const work = { ...values, title: values.title || titleFromMetadata(essay.title) || untitled };
    const waits = await lockConsent(ctx, tx);
    const { action, to, notification } = initialTransition(waits);
    const stored = { ...account, ...work, state: to, language: ctx.language, receivedAt: now, updatedAt: now };
    const submission = await createSubmission(tx, stored);
    const { id } = submission;
    await attachFiles(tx, id, 1, files, now);
    if (!waits) await queueRendering(ctx, tx, files);
    const actor = requireUser(ctx);
    const step = { submissionId: id, at: now, actorId: actor.userId, actor: actor.name };
    await addHistory(tx, { ...step, action, from: null, to });
    if (notification)
      await notifyAuthor(ctx, tx, submission, notification, { from: null, reasons: [], note: '', onResearch: false });
    return id;
  });
  ctx.log.info({ actor: user.id, submission: id }, 'submission received');
  return getSubmission(ctx, id);
}

// A wrong file extension gets the same error code as wrong content, whatever other errors the form has.
function refusalOf(errors: ValidationErrors): AppError {
  const wrongType = Object.values(errors).find((error) => error?.key === 'submissions.fileTypes');
  const refusal = invalid(errors);
  return wrongType ? new AppError('wrong_type', wrongType, refusal.details) : refusal;
}

/** Stores the files of a submission that is not yet created; returns their ids. */
async function storeDocuments(ctx: Context, documents: { bonafide?: Document | undefined; essay: Document }) {
  const essay = await storeDocument(ctx, 'essay', documents.essay);
  return documents.bonafide ? [essay, await storeDocument(ctx, 'bonafide', documents.bonafide)] : [essay];
}

/** Answers a request for changes with a new version. Throws as `submit` does. */
export async function reviseSubmission(
  ctx: Context,
  id: number,
  sent: { essay_file?: ReceivedFile | undefined; bonafide_file?: ReceivedFile | undefined; note?: string | undefined },
): Promise<SubmissionView> {
  if (needsConsent(ctx, await getCurrentUser(ctx))) throw new AppError('forbidden', 'accounts.guardianFirst');
  const row = await findSubmission(ctx.db, id);
  requireAuthor(ctx, row?.submission.authorId);
  if (!row || !canTransition(row.submission.state, 'revise', 'author'))
    throw new AppError('forbidden', 'submissions.notNow');
  const note = sent.note?.trim() ?? '';
  if (!sent.essay_file) throw invalid({ essay_file: { key: 'errors.required' } });
  if (note.length > maxLengths.note) throw invalid({ note: { key: 'submissions.noteTooLong' } });
  await ctx.limits.count(submissionsADay, String(requireUser(ctx).userId));
  const essay = await requireDocument(ctx, sent.essay_file, sentAs('essay_file'));
  const bonafide = sent.bonafide_file && (await requireDocument(ctx, sent.bonafide_file, sentAs('bonafide_file')));
  const files = await storeDocuments(ctx, { bonafide, essay });
  await transition(ctx, id, {
    action: 'revise',
    by: 'author',
    note,
    check: ({ authorId }) => requireAuthor(ctx, authorId),
    within: async (tx, { version }) => {
      await attachFiles(tx, id, version + 1, files, ctx.now());
      await queueRendering(ctx, tx, files);
      return { version: version + 1 };
    },
  });
  return getSubmission(ctx, id);
}

/** Deletes a submission (newsroom), or withdraws the current user's while it is pending. */
export async function removeSubmission(ctx: Context, id: number): Promise<'withdrawn' | 'deleted'> {
  const asNewsroom = isAllowed(ctx.actor.role, 'editors');
  await transition(ctx, id, {
    action: asNewsroom ? 'delete' : 'withdraw',
    by: asNewsroom ? 'newsroom' : 'author',
    check: (submission) => {
      if (asNewsroom || isAuthor(ctx.actor, submission)) return;
      throw submission.publicId ? new AppError('forbidden', 'errors.forbidden') : notFound();
    },
  });
  ctx.log.info({ actor: requireUser(ctx).userId, submission: id }, 'submission removed');
  return asNewsroom ? 'deleted' : 'withdrawn';
}

function requireAuthor(ctx: Context, authorId: number | null | undefined) {
  if (requireUser(ctx).userId !== authorId) throw notFound();
}
