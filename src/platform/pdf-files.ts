import type { ReceivedFile } from '#src/calls/call.ts';
import { hasOtherEnding } from '#src/calls/file-names.rules.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import type { Context } from './context.ts';
import { AppError } from './errors.ts';
import { requester } from './limits.ts';
import { TooHeavy } from './workers/pool.ts';
import type { Priority } from './workers/queue.ts';
import type { PdfFacts, PdfRefusal } from './workers/tasks.ts';

const sentences: Record<PdfRefusal, TextKey> = {
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

export interface PdfRules {
  maxPages: number;
  /** The form's field. */
  field: string;
  priority: Priority;
}

// An essay of 20 MB takes a second, an edition of 64 broadsheets and 150 MB two; a busy machine five times as long.
const limits: Record<Priority, { timeoutMs: number; maxBytes: number }> = {
  reader: { timeoutMs: 15_000, maxBytes: 512 * 1024 ** 2 },
  author: { timeoutMs: 15_000, maxBytes: 512 * 1024 ** 2 },
  editor: { timeoutMs: 60_000, maxBytes: 1024 ** 3 },
  preparation: { timeoutMs: 60_000, maxBytes: 1024 ** 3 },
};

/**
 * Opens a PDF that was received and returns what it is. Throws `wrong_type` when it is none, by its name or its content, and
 * `invalid` with the reason when it cannot be taken.
 */
export async function requirePdf(
  ctx: Pick<Context, 'workers' | 'actor' | 'address'>,
  { path, filename }: ReceivedFile,
  { maxPages, field, priority }: PdfRules,
): Promise<PdfFacts> {
  const notPdf: TextKey = 'errors.pdfNotPdf';
  if (hasOtherEnding(filename, ['pdf']))
    throw new AppError('wrong_type', notPdf, { fields: { [field]: { key: notPdf } } });
  const terms = { priority, share: requester(ctx), ...limits[priority] };
  const result = await ctx.workers.run('inspectPdf', { path, maxPages }, terms).catch((error) => {
    if (error instanceof TooHeavy) return { refusal: 'too_heavy' as const };
    throw error;
  });
  if (!('refusal' in result)) return result;
  const text = { key: sentences[result.refusal], params: { max: maxPages } };
  throw new AppError(result.refusal === 'not_pdf' ? 'wrong_type' : 'invalid', text, { fields: { [field]: text } });
}
