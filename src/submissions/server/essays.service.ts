import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReceivedFile } from '#src/calls/call.ts';
import { recordAct } from '#src/platform/audit.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { receivingFolder } from '#src/platform/http/forms.ts';
import type { FileKind } from '../review.contract.ts';
import type { Article } from '../submissions.contract.ts';
import { removed } from '../submissions.rules.ts';
import { getArticle } from './articles.service.ts';
import { opensFiles } from './articles.ts';
import { keepDocument, requireDocument, requireWord } from './documents.ts';
import { sendDrawing } from './essay-pages.ts';
import { attachFiles, findCurrentFile, findEssay } from './files.queries.ts';
import { exposure, notFound } from './moves.ts';
import { fileKey } from './stored-files.ts';
import { findSubmission, lockSubmission, updateSubmission } from './submissions.queries.ts';

/**
 * Puts a PDF in the place of an essay that is a .doc or .docx; an approved one appears on /research by it. Throws
 * `conflict` when the essay is a PDF already, or has been replaced by its author since the PDF was made or sent.
 */
export async function attachPdf(
  ctx: Context,
  id: number,
  { pdf, version }: { pdf?: ReceivedFile | undefined; version?: number | undefined },
): Promise<Article> {
  if (!pdf) throw invalid({ pdf: { key: 'errors.required' } });
  const row = await findSubmission(ctx.db, id);
  if (!row) throw notFound();
  const made = version ?? row.submission.version;
  const rules = { field: 'pdf', priority: 'editor', formats: ['pdf'] } as const;
  const file = await keepDocument(ctx, 'essay', await requireDocument(ctx, pdf, rules));
  await ctx.db.transaction(async (tx) => {
    const submission = await lockSubmission(tx, id);
    if (!submission || removed.includes(submission.state)) throw notFound();
    if (!opensFiles(ctx.actor, submission)) throw new AppError('conflict', 'review.consentFirst');
    if (submission.version !== made) throw new AppError('conflict', 'review.newerVersion');
    if ((await findEssay(tx, id))?.format === 'pdf') throw new AppError('conflict', 'review.hasPdf');
    await attachFiles(tx, id, submission.version, [file], ctx.now());
    await sendDrawing(ctx, tx, [file]);
    const exposed = submission.state === 'approved' ? await exposure(ctx, tx, submission, true) : {};
    await updateSubmission(tx, id, { ...exposed, updatedAt: ctx.now() });
    await recordAct(ctx, tx, { action: 'submission.pdf_attached', subject: `submission ${id}` });
  });
  return getArticle(ctx, id);
}

/** The text of a file that is a .doc or .docx, as plain HTML. Throws `not_found` when it is a PDF or has been deleted. */
export async function getText(ctx: Context, id: number, kind: FileKind): Promise<string> {
  const submission = (await findSubmission(ctx.db, id))?.submission;
  if (submission && !opensFiles(ctx.actor, submission)) throw new AppError('forbidden', 'review.consentFirst');
  const file = await findCurrentFile(ctx.db, id, kind);
  if (!file || file.format === 'pdf' || file.removedAt) throw notFound();
  const folder = receivingFolder(ctx.config.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  try {
    const stored = await ctx.files.bytes(fileKey(file.name));
    await writeFile(path, file.sealed ? ctx.seal.open(stored) : stored, { mode: 0o600 });
    if (kind === 'bonafide')
      await recordAct(ctx, ctx.db, {
        action: 'bonafide.opened',
        subject: `submission ${id}`,
        details: { file: file.id },
      });
    return (await requireWord(ctx, path, file.format, { field: 'essay_file', priority: 'editor' })).html;
  } finally {
    await rm(path, { force: true });
  }
}
