import { open, readFile } from 'node:fs/promises';
import type { ReceivedFile } from '#src/calls/call.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import { requirePdf } from '#src/platform/documents/pdf-files.ts';
import { AppError } from '#src/platform/errors.ts';
import { rateLimitKey } from '#src/platform/limits/limits.ts';
import { ResourceLimitExceeded } from '#src/platform/workers/pool.ts';
import type { Priority } from '#src/platform/workers/queue.ts';
import type { WordRefusal, WordText } from '#src/platform/workers/tasks.ts';
import { type DocumentFormat, documentFormats, formatOfName } from '../form.rules.ts';
import { documentMaxPages } from '../submissions.settings.ts';
import { createFile } from './files.queries.ts';
import { fileKey, newPublicId } from './stored-files.jobs.ts';

// File signatures. Only a worker process parses the rest of an untrusted file.
const signatures: Record<DocumentFormat, RegExp> = {
  pdf: /%PDF-/, // some programs write a line before it
  doc: /^\xd0\xcf.\xe0\xa1\xb1/, // the container of all old Office files
  docx: /^PK/, // a zip
};

/** Content-Type by format. */
export const mimeTypes: Record<DocumentFormat, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

export interface Document {
  received: ReceivedFile;
  format: DocumentFormat;
  /** From the file's metadata; empty if it has none. */
  title: string;
}

export interface DocumentRules {
  /** Name of the form field, for errors. */
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
 * Checks an uploaded file: extension, signature, and whether a worker can parse it. Throws `wrong_type` if its
 * name or content is of no accepted format, and `invalid` if the file is rejected.
 */
export async function requireDocument(ctx: Context, received: ReceivedFile, rules: DocumentRules): Promise<Document> {
  const { field, formats = documentFormats } = rules;
  const { path } = received;
  const format = formatOfName(received.filename);
  if (!format || !formats.includes(format)) throw refusal('wrong_type', field, 'submissions.fileTypes');
  if (!signatures[format].test(await headOf(path))) throw refusal('wrong_type', field, 'submissions.fileContent');
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

/** Parses a Word document. Throws `invalid` with the reason if it is rejected, `wrong_type` if it is not one. */
export async function requireWord(
  ctx: Pick<Context, 'workers' | 'actor' | 'address'>,
  path: string,
  format: 'doc' | 'docx',
  { field, priority }: DocumentRules,
): Promise<WordText> {
  const task = format === 'doc' ? 'readDoc' : 'readDocx';
  const result = await ctx.workers
    .run(task, { path }, { priority, share: rateLimitKey(ctx), ...wordLimits })
    .catch((error) => {
      if (error instanceof ResourceLimitExceeded) return { refusal: 'too_heavy' as const };
      throw error;
    });
  if (!('refusal' in result)) return result;
  throw refusal(result.refusal === 'wrong_type' ? 'wrong_type' : 'invalid', field, wordSentences[result.refusal]);
}

const refusal = (code: 'wrong_type' | 'invalid', field: string, key: TextKey) =>
  new AppError(code, key, { fields: { [field]: { key } } });

/** Stores a document, a bonafide file encrypted. Returns the id of its row, which has no submission yet. */
export async function storeDocument(
  ctx: Context,
  kind: 'bonafide' | 'essay',
  { received, format }: Document,
): Promise<number> {
  const name = newPublicId();
  const encrypted = kind === 'bonafide';
  const { filename, sizeBytes, path } = received;
  // Insert the row first: a job deletes rows without a submission, but would never find a file without a row.
  const id = await createFile(ctx.db, {
    kind,
    name,
    format,
    filename,
    sizeBytes,
    encrypted,
    createdAt: ctx.now(),
  });
  if (encrypted)
    await ctx.files.put(fileKey(name), ctx.encryption.encrypt(await readFile(path)), 'application/octet-stream');
  else await ctx.files.add(fileKey(name), path, mimeTypes[format]);
  return id;
}
