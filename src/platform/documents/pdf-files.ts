import type { ReceivedFile } from '#src/calls/call.ts';
import { hasOtherExtension } from '#src/calls/file-names.rules.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { rateLimitKey } from '../limits/limits.ts';
import { ResourceLimitExceeded } from '../workers/pool.ts';
import type { Priority } from '../workers/queue.ts';
import type { PdfInfo, PdfRefusal } from '../workers/tasks.ts';

const textKeys: Record<PdfRefusal, TextKey> = {
  not_pdf: 'errors.pdfNotPdf',
  cut_off: 'errors.pdfCutOff',
  broken: 'errors.pdfBroken',
  encrypted: 'errors.pdfEncrypted',
  script: 'errors.pdfScript',
  launch: 'errors.pdfLaunch',
  form: 'errors.pdfForm',
  xfa: 'errors.pdfXfa',
  attachment: 'errors.pdfAttachment',
  media: 'errors.pdfMedia',
  remote: 'errors.pdfRemote',
  too_many_pages: 'errors.pdfTooManyPages',
  no_pages: 'errors.pdfNoPages',
  too_heavy: 'errors.pdfTooHeavy',
};

export interface PdfConstraints {
  maxPages: number;
  /** The form's field. */
  field: string;
  priority: Priority;
}

// An essay of 20 MB takes 1 s, an edition of 64 broadsheet pages and 150 MB 2 s; five times that on a busy machine.
const limits: Record<Priority, { timeoutMs: number; maxBytes: number }> = {
  reader: { timeoutMs: 15_000, maxBytes: 512 * 1024 ** 2 },
  author: { timeoutMs: 15_000, maxBytes: 512 * 1024 ** 2 },
  editor: { timeoutMs: 60_000, maxBytes: 1024 ** 3 },
  preparation: { timeoutMs: 60_000, maxBytes: 1024 ** 3 },
};

/**
 * Inspects an uploaded PDF. Throws `wrong_type` if it is not a PDF by its name or its content, and `invalid` with the
 * reason if it cannot be accepted.
 */
export async function requirePdf(
  ctx: Pick<Context, 'workers' | 'actor' | 'address'>,
  { path, filename }: ReceivedFile,
  { maxPages, field, priority }: PdfConstraints,
): Promise<PdfInfo> {
  const notPdf: TextKey = 'errors.pdfNotPdf';
  if (hasOtherExtension(filename, ['pdf']))
    throw new AppError('wrong_type', notPdf, { fields: { [field]: { key: notPdf } } });
  const options = { priority, share: rateLimitKey(ctx), ...limits[priority] };
  const result = await ctx.workers.run('inspectPdf', { path, maxPages }, options).catch((error) => {
    if (error instanceof ResourceLimitExceeded) return { refusal: 'too_heavy' as const };
    throw error;
  });
  if (!('refusal' in result)) return result;
  const text = { key: textKeys[result.refusal], params: { max: maxPages } };
  throw new AppError(result.refusal === 'not_pdf' ? 'wrong_type' : 'invalid', text, { fields: { [field]: text } });
}
