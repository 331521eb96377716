import { getCurrentUser } from '#src/accounts/server/current-user.service.ts';
import { lockConsent, needsConsent } from '#src/accounts/server/guardian.service.ts';
import type { ReceivedFile } from '#src/calls/call.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import type { Limit } from '#src/platform/limits.ts';
import { checkSubmission, type Fault, maxLengths, titleOfFile } from '../form.rules.ts';
import type { Article } from '../submissions.contract.ts';
import { beginning, can } from '../submissions.rules.ts';
import { getArticle } from './articles.service.ts';
import { inNewsroom, seesAll } from './articles.ts';
import { type Document, keepDocument, requireDocument } from './documents.ts';
import { sendDrawing } from './essay-pages.ts';
import { attachFiles } from './files.queries.ts';
import { makeMove, notFound } from './moves.ts';
import { tellAuthor } from './submission-mails.ts';
import { addHistory, createSubmission, findSubmission } from './submissions.queries.ts';

const submissionsADay: Limit = { name: 'submit', attempts: 30, perSeconds: 86_400 };

const sentAs = (field: string) => ({ field, priority: 'author' }) as const;

/** What a form sent; the account's own data that it may carry are not looked at. */
export type SentSubmission = {
  [K in 'article_type' | 'title' | 'abstract' | 'co_authors' | 'institution' | 'keywords']?: string | undefined;
} & { bonafide_file?: ReceivedFile | undefined; essay_file?: ReceivedFile | undefined };

/** Takes a work in. A minor's waits for his guardian. Throws `invalid` or `wrong_type` with the faults. */
export async function submitWork(ctx: Context, sent: SentSubmission): Promise<Article> {
  const user = await getCurrentUser(ctx);
  const { bonafide_file, essay_file, article_type = '', title = '', abstract = '' } = sent;
  const { co_authors = '', institution = '', keywords = '' } = sent;
  const names = { bonafide_file: bonafide_file?.filename, essay_file: essay_file?.filename };
  const result = checkSubmission({ article_type, title, abstract, co_authors, institution, keywords, ...names });
  if ('faults' in result) throw refusalOf(result.faults as Record<string, Fault>); // no member is undefined: each was assigned a fault
  await ctx.limits.count(submissionsADay, String(user.id));
  // Both are there: the rules have just asked for them.
  const bonafide = await requireDocument(ctx, bonafide_file as ReceivedFile, sentAs('bonafide_file'));
  const essay = await requireDocument(ctx, essay_file as ReceivedFile, sentAs('essay_file'));
  const { values } = result;
  const now = ctx.now();
  const files = await keepDocuments(ctx, { bonafide, essay });
  const id = await ctx.db.transaction(async (tx) => {
    const own = { authorId: user.id, username: user.name, email: user.email, mobile: user.mobile ?? '' };
    const untitled = ctx.text('submissions.untitled', { type: values.articleType, name: user.name });
    const work = { ...values, title: values.title || titleOfFile(essay.title) || untitled };
    const waits = await lockConsent(ctx, tx, user.id);
    const { action, to, tells } = beginning(waits);
    const stored = { ...own, ...work, state: to, language: ctx.language, receivedAt: now, updatedAt: now };
    const submission = await createSubmission(tx, stored);
    const { id } = submission;
    await attachFiles(tx, id, 1, files, now);
    if (!waits) await sendDrawing(ctx, tx, files);
    const actor = signedIn(ctx);
    const step = { submissionId: id, at: now, actorId: actor.userId, actor: actor.name };
    await addHistory(tx, { ...step, action, from: null, to });
    if (tells) await tellAuthor(ctx, tx, submission, tells, { from: null, reasons: [], note: '', onResearch: false });
    return id;
  });
  ctx.log.info({ actor: user.id, submission: id }, 'work handed in');
  return getArticle(ctx, id);
}

// A file of another type is the same failure by its name as by its content, whatever else is wrong with the form.
function refusalOf(faults: Record<string, Fault>): AppError {
  const wrongType = Object.values(faults).find(({ key }) => key === 'submissions.fileTypes');
  return wrongType ? new AppError('wrong_type', wrongType, { fields: faults }) : invalid(faults);
}

/** Files for a submission that is still to be stored; returns their ids. */
async function keepDocuments(ctx: Context, documents: { bonafide?: Document | undefined; essay: Document }) {
  const essay = await keepDocument(ctx, 'essay', documents.essay);
  return documents.bonafide ? [essay, await keepDocument(ctx, 'bonafide', documents.bonafide)] : [essay];
}

/** Answers a request for changes with a new version. Throws as `submitWork` does. */
export async function reviseWork(
  ctx: Context,
  id: number,
  sent: { essay_file?: ReceivedFile | undefined; bonafide_file?: ReceivedFile | undefined; note?: string | undefined },
): Promise<Article> {
  if (needsConsent(ctx, await getCurrentUser(ctx))) throw new AppError('forbidden', 'accounts.guardianFirst');
  const row = await findSubmission(ctx.db, id);
  requireAuthor(ctx, row?.submission.authorId);
  if (!row || !can(row.submission.state, 'revise', 'author')) throw new AppError('forbidden', 'submissions.notNow');
  const note = sent.note?.trim() ?? '';
  if (!sent.essay_file) throw invalid({ essay_file: { key: 'errors.required' } });
  if (note.length > maxLengths.note) throw invalid({ note: { key: 'submissions.noteTooLong' } });
  await ctx.limits.count(submissionsADay, String(signedIn(ctx).userId));
  const essay = await requireDocument(ctx, sent.essay_file, sentAs('essay_file'));
  const bonafide = sent.bonafide_file && (await requireDocument(ctx, sent.bonafide_file, sentAs('bonafide_file')));
  const files = await keepDocuments(ctx, { bonafide, essay });
  await makeMove(ctx, id, {
    action: 'revise',
    by: 'author',
    note,
    check: ({ authorId }) => requireAuthor(ctx, authorId),
    within: async (tx, { version }) => {
      await attachFiles(tx, id, version + 1, files, ctx.now());
      await sendDrawing(ctx, tx, files);
      return { version: version + 1 };
    },
  });
  return getArticle(ctx, id);
}

/** Deletes a submission for the newsroom, or withdraws one's own while it is pending. */
export async function removeWork(ctx: Context, id: number): Promise<'withdrawn' | 'deleted'> {
  const asNewsroom = inNewsroom(ctx.actor);
  await makeMove(ctx, id, {
    action: asNewsroom ? 'delete' : 'withdraw',
    by: asNewsroom ? 'newsroom' : 'author',
    check: (submission) => {
      if (asNewsroom || seesAll(ctx.actor, submission)) return;
      throw submission.openName ? new AppError('forbidden', 'errors.forbidden') : notFound();
    },
  });
  ctx.log.info({ actor: signedIn(ctx).userId, submission: id }, 'submission removed');
  return asNewsroom ? 'deleted' : 'withdrawn';
}

function requireAuthor(ctx: Context, authorId: number | null | undefined) {
  if (signedIn(ctx).userId !== authorId) throw notFound();
}
