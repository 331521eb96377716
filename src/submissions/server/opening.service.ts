import { Readable } from 'node:stream';
import { recordAct } from '#src/platform/audit.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { StoredFile } from '#src/platform/files.ts';
import { pdfSlug } from '../citations.rules.ts';
import { type DocumentFormat, formatOfName } from '../form.rules.ts';
import { removed } from '../submissions.rules.ts';
import { filePass, opensFiles, seesAll } from './articles.ts';
import { findFile, findOpenEssay } from './files.queries.ts';
import { notFound } from './moves.ts';
import { openerOf } from './openers.ts';
import { getPublished } from './research.service.ts';
import { fileKey, pagesFolder } from './stored-files.ts';
import type { FileRow } from './submissions.queries.ts';

/** A file that may be sent to whoever asked. */
export interface Opened {
  stored: StoredFile;
  format: DocumentFormat | 'webp';
  /** What it is called where it is saved. */
  filename: string;
  /** Changes whenever the bytes do. */
  etag: string;
}

const splitName = (file: string) => {
  const dot = file.lastIndexOf('.');
  return { name: file.slice(0, dot), format: formatOfName(file) };
};

/** A file of a submission for its author and the newsroom. Every opening of a bonafide file stands in the audit log. */
export async function openFile(ctx: Context, path: string, pass: string | undefined): Promise<Opened> {
  const { name, format } = splitName(path);
  const { file, opened } = await openable(ctx, name, pass);
  if (file.format !== format) throw notFound();
  const stored = await storedFile(ctx, file, fileKey(name));
  await opened();
  return { stored, format: file.format, filename: file.filename, etag: `"${name}"` };
}

/** A page of such a file as a picture. */
export async function openFilePage(
  ctx: Context,
  { name, image }: { name: string; image: string },
  pass: string | undefined,
): Promise<Opened> {
  const { file, opened } = await openable(ctx, name, pass);
  const stored = await storedFile(ctx, file, pagesFolder(name) + image);
  await opened();
  return { stored, format: 'webp', filename: image, etag: `"${name}-${image}"` };
}

// `opened` writes down that it was.
async function openable(ctx: Context, name: string, pass: string | undefined) {
  const actor = await openerOf(ctx, filePass(name), pass);
  const found = await findFile(ctx.db, name);
  if (!found || !seesAll(actor, found) || removed.includes(found.state)) throw notFound();
  if (!opensFiles(actor, found)) throw new AppError('forbidden', 'review.consentFirst');
  const { file, submissionId } = found;
  if (file.removedAt) throw new AppError('gone', 'submissions.fileRemoved');
  const opened = async () => {
    if (file.kind !== 'bonafide') return;
    const subject = `submission ${submissionId}`;
    await recordAct({ ...ctx, actor }, ctx.db, { action: 'bonafide.opened', subject, details: { file: file.id } });
  };
  return { file, opened };
}

// A sealed file is opened in memory; it is no larger than the limit for documents.
async function storedFile(ctx: Context, { sealed }: FileRow, key: string): Promise<StoredFile> {
  const stored = await ctx.files.find(key);
  if (!stored) throw notFound();
  if (!sealed) return stored;
  const bytes = ctx.seal.open(await ctx.files.bytes(key));
  const stream = async (range = { start: 0, end: bytes.length - 1 }) =>
    Readable.from([bytes.subarray(range.start, range.end + 1)]);
  return { sizeBytes: bytes.length, stream };
}

/** The essay of an approved work, for anyone. Throws `not_found` from the moment at which the approval is taken back. */
export async function openEssay(ctx: Context, path: string): Promise<Opened> {
  const { name, format } = splitName(path);
  const file = await findOpenEssay(ctx.db, name);
  if (!file || file.format !== format) throw notFound();
  return {
    stored: await storedFile(ctx, file, fileKey(file.name)),
    format,
    filename: file.filename,
    etag: `"${file.name}"`,
  };
}

/** A page of an approved essay as a picture. */
export async function openEssayPage(ctx: Context, openName: string, image: string): Promise<Opened> {
  const file = await findOpenEssay(ctx.db, openName);
  const stored = file && (await ctx.files.find(pagesFolder(file.name) + image));
  if (!stored) throw notFound();
  return { stored, format: 'webp', filename: image, etag: `"${file.name}-${image}"` };
}

/**
 * The PDF in the folder of a work's page, where search engines look for it. `name` differs from the one that was asked
 * for when the work is called otherwise. Throws as the page does.
 */
export async function openPublishedPdf(ctx: Context, id: number): Promise<Opened & { name: string }> {
  const { submission, openName } = await getPublished(ctx, id);
  const name = `${pdfSlug(submission.title)}.pdf`;
  return { ...(await openEssay(ctx, `${openName}.pdf`)), filename: name, name };
}
