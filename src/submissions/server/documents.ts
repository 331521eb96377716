import { open, readFile } from 'node:fs/promises';
import type { ReceivedFile } from '#src/calls/call.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { requester } from '#src/platform/limits.ts';
import { requirePdf } from '#src/platform/pdf-files.ts';
import { requireClean } from '#src/platform/virus-check.ts';
import { TooHeavy } from '#src/platform/workers/pool.ts';
import type { Priority } from '#src/platform/workers/queue.ts';
import type { WordRefusal, WordText } from '#src/platform/workers/tasks.ts';
import { type DocumentFormat, documentFormats, formatOfName } from '../form.rules.ts';
import { documentMaxPages } from '../submissions.settings.ts';
import { createFile } from './files.queries.ts';
import { fileKey, newName } from './stored-files.ts';

// The first bytes; the rest of a stranger's file is for a worker process.
const signatures: Record<DocumentFormat, RegExp> = {
  pdf: /%PDF-/, // some programs write a line before it
  doc: /^\xd0\xcf.\xe0\xa1\xb1/, // the container of all old Office files
  docx: /^PK/, // a zip
};

/** The media type that a file is sent with. */
export const mimeTypes: Record<DocumentFormat, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

export interface Document {
  received: ReceivedFile;
  format: DocumentFormat;
  /** From the file's own data; empty when it has none. */
  title: string;
}

export interface DocumentRules {
  /** The form's field. */
  field: string;
  priority: Priority;
  formats?: readonly DocumentFormat[];
}

const wordSentences: Record<WordRefusal, TextKey> = {
  wrong_type: 'submissions.fileContent',
  broken: 'submissions.wordBroken',
  unclear: 'submissions.wordUnclear',
  macros: 'submissions.wordMacros',
  objects: 'submissions.wordObjects',
  fields: 'submissions.wordFields',
  remote: 'submissions.wordRemote',
  too_heavy: 'submissions.wordTooHeavy',
};

/**
 * Looks at a received file: its name, its first bytes, whether a virus is found, whether it opens. Throws `wrong_type`
 * when name and content are not one of the formats, and `invalid` when it cannot be taken.
 */
export async function requireDocument(ctx: Context, received: ReceivedFile, rules: DocumentRules): Promise<Document> {
  const { field, formats = documentFormats } = rules;
  const { path } = received;
  const format = formatOfName(received.filename);
  if (!format || !formats.includes(format)) throw refusal('wrong_type', field, 'submissions.fileTypes');
  if (!signatures[format].test(await headOf(path))) throw refusal('wrong_type', field, 'submissions.fileContent');
  await requireClean(ctx, path, field);
  const opened =
    format === 'pdf'
      ? await requirePdf(ctx, received, { ...rules, maxPages: ctx.settings.get(documentMaxPages) })
      : await requireWord(ctx, path, format, rules);
  return { received, format, title: opened.title };
}

async function headOf(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
  return buffer.toString('latin1', 0, bytesRead);
}

const wordLimits = { timeoutMs: 15_000, maxBytes: 512 * 1024 ** 2 };

/** Opens a document of Word. Throws `invalid` with the reason when it cannot be taken, `wrong_type` when it is none. */
export async function requireWord(
  ctx: Pick<Context, 'workers' | 'actor' | 'address'>,
  path: string,
  format: 'doc' | 'docx',
  { field, priority }: DocumentRules,
): Promise<WordText> {
  const task = format === 'doc' ? 'readDoc' : 'readDocx';
  const result = await ctx.workers
    .run(task, { path }, { priority, share: requester(ctx), ...wordLimits })
    .catch((error) => {
      if (error instanceof TooHeavy) return { refusal: 'too_heavy' as const };
      throw error;
    });
  if (!('refusal' in result)) return result;
  throw refusal(result.refusal === 'wrong_type' ? 'wrong_type' : 'invalid', field, wordSentences[result.refusal]);
}

const refusal = (code: 'wrong_type' | 'invalid', field: string, key: TextKey) =>
  new AppError(code, key, { fields: { [field]: { key } } });

/** Stores a document, encrypted when it is a bonafide file. Returns the id of its row, which belongs to no submission yet. */
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
