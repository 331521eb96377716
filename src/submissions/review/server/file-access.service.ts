import { Readable } from 'node:stream';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { StoredFile } from '#src/platform/files/files.ts';
import { getPublished } from '#src/submissions/research/server/research.service.ts';
import { pdfSlug } from '#src/submissions/submission/citations.rules.ts';
import { type DocumentFormat, formatOfName } from '#src/submissions/submission/form.rules.ts';
import { findFile, findPublicEssay } from '#src/submissions/submission/server/files.queries.ts';
import { actorOfSignedUrl } from '#src/submissions/submission/server/signed-url-actor.service.ts';
import { fileKey, pagesFolder } from '#src/submissions/submission/server/stored-files.jobs.ts';
import { canOpenFiles, canSeeFile, fileResource } from '#src/submissions/submission/server/submission-view.service.ts';
import type { FileRow } from '#src/submissions/submission/server/submissions.queries.ts';
import { notFound } from '#src/submissions/submission/server/transitions.service.ts';
import { removedStates } from '#src/submissions/submission/submission-states.rules.ts';

/** A file that the requester may download. */
export interface FileResponse {
  stored: StoredFile;
  format: DocumentFormat | 'webp';
  /** File name for Content-Disposition. */
  filename: string;
  /** Changes with the content. */
  etag: string;
}

const splitName = (file: string) => {
  const dot = file.lastIndexOf('.');
  return { name: file.slice(0, dot), format: formatOfName(file) };
};

/** A file of a submission for those who may see it. Access to a bonafide file is recorded in the audit log. */
export async function openFile(ctx: Context, path: string, pass: string | undefined): Promise<FileResponse> {
  const { name, format } = splitName(path);
  const { file, recordAccess } = await checkFileAccess(ctx, name, pass);
  if (file.format !== format) throw notFound();
  const stored = await storedFile(ctx, file, fileKey(name));
  await recordAccess();
  return { stored, format: file.format, filename: file.filename, etag: `"${name}"` };
}

/** A page of a submission's file as a picture, with the same access checks. */
export async function openFilePage(
  ctx: Context,
  { name, image }: { name: string; image: string },
  pass: string | undefined,
): Promise<FileResponse> {
  const { file, recordAccess } = await checkFileAccess(ctx, name, pass);
  const stored = await storedFile(ctx, file, pagesFolder(name) + image);
  await recordAccess();
  return { stored, format: 'webp', filename: image, etag: `"${name}-${image}"` };
}

// Checks access; `recordAccess` records the access in the audit log.
async function checkFileAccess(ctx: Context, name: string, pass: string | undefined) {
  const actor = await actorOfSignedUrl(ctx, fileResource(name), pass);
  const found = await findFile(ctx.db, name);
  if (!found || !canSeeFile(actor, found, found.file) || removedStates.includes(found.state)) throw notFound();
  if (!canOpenFiles(actor, found)) throw new AppError('forbidden', 'review.consentFirst');
  const { file, submissionId } = found;
  if (file.removedAt) throw new AppError('gone', 'submissions.fileRemoved');
  const recordAccess = async () => {
    if (file.kind !== 'bonafide') return;
    const subject = `submission ${submissionId}`;
    await recordAuditEvent({ ...ctx, actor }, ctx.db, {
      action: 'bonafide.opened',
      subject,
      details: { file: file.id },
    });
  };
  return { file, recordAccess };
}

// An encrypted file is decrypted in memory; its size is bounded by the upload limit.
async function storedFile(ctx: Context, { encrypted }: FileRow, key: string): Promise<StoredFile> {
  const stored = await ctx.files.find(key);
  if (!stored) throw notFound();
  if (!encrypted) return stored;
  const bytes = ctx.encryption.decrypt(await ctx.files.bytes(key));
  const stream = async (range = { start: 0, end: bytes.length - 1 }) =>
    Readable.from([bytes.subarray(range.start, range.end + 1)]);
  return { sizeBytes: bytes.length, stream };
}

/** The file of an approved essay, for anyone. Throws `not_found` once the approval is revoked. */
export async function openEssay(ctx: Context, path: string): Promise<FileResponse> {
  const { name, format } = splitName(path);
  const file = await findPublicEssay(ctx.db, name);
  if (!file || file.format !== format) throw notFound();
  return {
    stored: await storedFile(ctx, file, fileKey(file.name)),
    format,
    filename: file.filename,
    etag: `"${file.name}"`,
  };
}

/** A page of an approved essay as a picture. */
export async function openEssayPage(ctx: Context, publicId: string, image: string): Promise<FileResponse> {
  const file = await findPublicEssay(ctx.db, publicId);
  const stored = file && (await ctx.files.find(pagesFolder(file.name) + image));
  if (!stored) throw notFound();
  return { stored, format: 'webp', filename: image, etag: `"${file.name}-${image}"` };
}

/**
 * The PDF in the folder of an essay's page, where search engines look for it. `name` is its current file name, which
 * the route redirects to. Throws as the page does.
 */
export async function openPublishedPdf(ctx: Context, id: number): Promise<FileResponse & { name: string }> {
  const { submission, publicId } = await getPublished(ctx, id);
  const name = `${pdfSlug(submission.title)}.pdf`;
  return { ...(await openEssay(ctx, `${publicId}.pdf`)), filename: name, name };
}
