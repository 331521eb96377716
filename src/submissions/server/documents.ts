import { readFile } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import type { ReceivedFile } from '#src/calls/call.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { requirePdf } from '#src/platform/pdf-files.ts';
import { requireClean } from '#src/platform/virus-check.ts';
import type { DocxRefusal, DocxText } from '#src/platform/workshop/tasks.ts';
import { TooHeavy } from '#src/platform/workshop/workshop.ts';
import { type DocumentFormat, formatOfName } from '../form.rules.ts';
import { documentMaxPages } from '../submissions.settings.ts';
import { createFile } from './files.queries.ts';
import { fileKey, newName } from './stored-files.ts';

const contentTypes: Record<DocumentFormat, string> = {
  pdf: 'application/pdf',
  doc: 'application/x-cfb', // the container of all old Office files
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** As what a file is sent out. */
export const mimeTypes: Record<DocumentFormat, string> = { ...contentTypes, doc: 'application/msword' };

export interface Document {
  received: ReceivedFile;
  format: DocumentFormat;
  /** From the file's own data; empty when it has none. */
  title: string;
}

const docxLimits = { timeoutMs: 20_000, maxBytes: 1024 ** 3 };

const docxSentences: Record<DocxRefusal, TextKey> = {
  broken: 'submissions.docxBroken',
  macros: 'submissions.docxMacros',
  too_heavy: 'submissions.docxTooHeavy',
};

/**
 * Looks at a received file: its name, its first bytes, whether a virus is found, whether it opens. Throws `wrong_type`
 * when name and content are not one of the formats, and `invalid` when it cannot be taken; `field` is the form's field.
 */
export async function requireDocument(
  ctx: Context,
  received: ReceivedFile,
  field: string,
  formats: readonly DocumentFormat[] = ['pdf', 'doc', 'docx'],
): Promise<Document> {
  const format = formatOfName(received.filename);
  const type = await fileTypeFromFile(received.path);
  if (!format || !formats.includes(format)) throw refusal('wrong_type', field, 'submissions.fileTypes');
  if (type?.mime !== contentTypes[format]) throw refusal('wrong_type', field, 'submissions.fileContent');
  await requireClean(ctx, received.path, field);
  return { received, format, title: await openDocument(ctx, received.path, format, field) };
}

async function openDocument(ctx: Context, path: string, format: DocumentFormat, field: string): Promise<string> {
  if (format === 'pdf') return (await requirePdf(ctx, path, ctx.settings.get(documentMaxPages), field)).title;
  if (format === 'docx') return (await requireDocx(ctx, path, field)).title;
  // Spreadsheets and slides have the same container; a text has this stream in its directory.
  const bytes = await readFile(path);
  if (!bytes.includes(Buffer.from('WordDocument', 'utf16le')))
    throw refusal('wrong_type', field, 'submissions.fileContent');
  return '';
}

/** Opens a .docx. Throws `invalid` with the reason when it cannot be taken. */
export async function requireDocx(ctx: Context, path: string, field: string): Promise<DocxText> {
  const result = await ctx.workshop.run('readDocx', { path }, docxLimits).catch((error) => {
    if (error instanceof TooHeavy) return { refusal: 'too_heavy' as const };
    throw error;
  });
  if (!('refusal' in result)) return result;
  throw refusal('invalid', field, docxSentences[result.refusal]);
}

const refusal = (code: 'wrong_type' | 'invalid', field: string, key: TextKey) =>
  new AppError(code, key, { fields: { [field]: { key } } });

/** Keeps a document, encrypted when it is a bonafide file. Returns the id of its row, which belongs to no submission yet. */
export async function keepDocument(
  ctx: Context,
  kind: 'bonafide' | 'essay',
  { received, format }: Document,
): Promise<number> {
  const name = newName();
  const sealed = kind === 'bonafide';
  const { filename, sizeBytes, path } = received;
  // The row first: a row without a file is swept away later, a file without a row would stay for ever.
  const id = await createFile(ctx.db, { kind, name, format, filename, sizeBytes, sealed, createdAt: ctx.now() });
  if (sealed) await ctx.files.put(fileKey(name), ctx.seal.seal(await readFile(path)), 'application/octet-stream');
  else await ctx.files.add(fileKey(name), path, mimeTypes[format]);
  return id;
}
