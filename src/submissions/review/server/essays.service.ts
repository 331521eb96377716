import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReceivedFile } from '#src/calls/call.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { uploadTempFolder } from '#src/platform/http/forms.ts';
import { getSubmission } from '#src/submissions/author/server/submission-list.service.ts';
import { requireDocument, requireWord, storeDocument } from '#src/submissions/submission/server/documents.service.ts';
import { queueRendering } from '#src/submissions/submission/server/essay-pages.jobs.ts';
import { attachFiles, findCurrentFile, findEssay } from '#src/submissions/submission/server/files.queries.ts';
import { fileKey } from '#src/submissions/submission/server/stored-files.jobs.ts';
import { canOpenFiles, canSeeFile } from '#src/submissions/submission/server/submission-view.service.ts';
import {
  findSubmission,
  lockSubmission,
  updateSubmission,
} from '#src/submissions/submission/server/submissions.queries.ts';
import { notFound, publicationFields } from '#src/submissions/submission/server/transitions.service.ts';
import { removedStates } from '#src/submissions/submission/submission-states.rules.ts';
import type { SubmissionView } from '#src/submissions/submission/submissions.contract.ts';
import type { FileKind } from '../review.contract.ts';

/**
 * Replaces a .doc or .docx essay by a PDF; an approved one is then listed on /research. Throws `conflict` if the essay
 * is already a PDF, or if the author has replaced it since the PDF was made or sent.
 */
export async function attachPdf(
  ctx: Context,
  id: number,
  { pdf, version }: { pdf?: ReceivedFile | undefined; version?: number | undefined },
): Promise<SubmissionView> {
  if (!pdf) throw invalid({ pdf: { key: 'errors.required' } });
  const row = await findSubmission(ctx.db, id);
  if (!row) throw notFound();
  const made = version ?? row.submission.version;
  const rules = { field: 'pdf', priority: 'editor', formats: ['pdf'] } as const;
  const file = await storeDocument(ctx, 'essay', await requireDocument(ctx, pdf, rules));
  await ctx.db.transaction(async (tx) => {
    const submission = await lockSubmission(tx, id);
    if (!submission || removedStates.includes(submission.state)) throw notFound();
    if (!canOpenFiles(ctx.actor, submission)) throw new AppError('conflict', 'review.consentFirst');
    if (submission.version !== made) throw new AppError('conflict', 'review.newerVersion');
    if ((await findEssay(tx, id))?.format === 'pdf') throw new AppError('conflict', 'review.hasPdf');
    await attachFiles(tx, id, submission.version, [file], ctx.now());
    await queueRendering(ctx, tx, [file]);
    const exposed = submission.state === 'approved' ? await publicationFields(ctx, tx, submission, true) : {};
    await updateSubmission(tx, id, { ...exposed, updatedAt: ctx.now() });
    await recordAuditEvent(ctx, tx, { action: 'submission.pdf_attached', subject: `submission ${id}` });
  });
  return getSubmission(ctx, id);
}

/** The text of a .doc or .docx file as plain HTML. Throws `not_found` if it is a PDF or has been deleted. */
export async function getText(ctx: Context, id: number, kind: FileKind): Promise<string> {
  const submission = (await findSubmission(ctx.db, id))?.submission;
  if (submission && !canSeeFile(ctx.actor, submission, { kind })) throw notFound();
  if (submission && !canOpenFiles(ctx.actor, submission)) throw new AppError('forbidden', 'review.consentFirst');
  const file = await findCurrentFile(ctx.db, id, kind);
  if (!file || file.format === 'pdf' || file.removedAt) throw notFound();
  const folder = uploadTempFolder(ctx.config.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  try {
    const stored = await ctx.files.bytes(fileKey(file.name));
    await writeFile(path, file.encrypted ? ctx.encryption.decrypt(stored) : stored, { mode: 0o600 });
    if (kind === 'bonafide')
      await recordAuditEvent(ctx, ctx.db, {
        action: 'bonafide.opened',
        subject: `submission ${id}`,
        details: { file: file.id },
      });
    return (await requireWord(ctx, path, file.format, { field: 'essay_file', priority: 'editor' })).html;
  } finally {
    await rm(path, { force: true });
  }
}
