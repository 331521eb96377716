import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReceivedFile } from '#src/calls/call.ts';
import { recordAct } from '#src/platform/audit.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { receivingFolder } from '#src/platform/http/forms.ts';
import type { Article } from '../submissions.contract.ts';
import { removed } from '../submissions.rules.ts';
import { getArticle } from './articles.service.ts';
import { keepDocument, requireDocument, requireDocx } from './documents.ts';
import { attachFiles, findEssay } from './files.queries.ts';
import { exposure, notFound } from './moves.ts';
import { fileKey } from './stored-files.ts';
import { findSubmission, lockSubmission, updateSubmission } from './submissions.queries.ts';

/**
 * Puts a PDF in the place of an essay that is a .doc or .docx; an approved one appears on /research by it. Throws
 * `conflict` when the essay is a PDF already.
 */
export async function attachPdf(ctx: Context, id: number, pdf: ReceivedFile | undefined): Promise<Article> {
  if (!pdf) throw invalid({ pdf: { key: 'errors.required' } });
  if (!(await findSubmission(ctx.db, id))) throw notFound();
  const file = await keepDocument(ctx, 'essay', await requireDocument(ctx, pdf, 'pdf', ['pdf']));
  await ctx.db.transaction(async (tx) => {
    const submission = await lockSubmission(tx, id);
    if (!submission || removed.includes(submission.state)) throw notFound();
    if ((await findEssay(tx, id))?.format === 'pdf') throw new AppError('conflict', 'review.hasPdf');
    await attachFiles(tx, id, submission.version, [file], ctx.now());
    const exposed = submission.state === 'approved' ? await exposure(ctx, tx, submission, true) : {};
    await updateSubmission(tx, id, { ...exposed, updatedAt: ctx.now() });
    await recordAct(ctx, tx, { action: 'submission.pdf_attached', subject: `submission ${id}` });
  });
  return getArticle(ctx, id);
}

/** The text of an essay that is a .docx, as plain HTML. Throws `not_found` when it is another kind of file. */
export async function getEssayText(ctx: Context, id: number): Promise<string> {
  const essay = await findEssay(ctx.db, id);
  if (essay?.format !== 'docx') throw notFound();
  const folder = receivingFolder(ctx.config.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.docx`);
  try {
    await writeFile(path, await ctx.files.bytes(fileKey(essay.name)));
    return (await requireDocx(ctx, path, 'essay_file')).html;
  } finally {
    await rm(path, { force: true });
  }
}
