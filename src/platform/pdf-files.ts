import type { TextKey } from '#src/messages/catalogue.ts';
import type { Context } from './context.ts';
import { AppError } from './errors.ts';
import type { PdfFacts, PdfRefusal } from './workshop/tasks.ts';
import { TooHeavy } from './workshop/workshop.ts';

const sentences: Record<PdfRefusal, TextKey> = {
  not_pdf: 'errors.pdfNotPdf',
  cut_off: 'errors.pdfCutOff',
  broken: 'errors.pdfBroken',
  encrypted: 'errors.pdfEncrypted',
  script: 'errors.pdfScript',
  too_many_pages: 'errors.pdfTooManyPages',
  no_pages: 'errors.pdfNoPages',
  too_heavy: 'errors.pdfTooHeavy',
};

// Opening a broadsheet of 64 pages takes a second; what takes this long is broken or means harm.
const limits = { timeoutMs: 20_000, maxBytes: 1024 ** 3 };

/**
 * Opens a PDF that was received and returns what it is. Throws `wrong_type` when it is none and `invalid` with the
 * reason when it cannot be taken; `field` is the form's field.
 */
export async function requirePdf(
  { workshop }: Pick<Context, 'workshop'>,
  path: string,
  maxPages: number,
  field: string,
): Promise<PdfFacts> {
  const result = await workshop.run('inspectPdf', { path, maxPages }, limits).catch((error) => {
    if (error instanceof TooHeavy) return { refusal: 'too_heavy' as const };
    throw error;
  });
  if (!('refusal' in result)) return result;
  const text = { key: sentences[result.refusal], params: { max: maxPages } };
  throw new AppError(result.refusal === 'not_pdf' ? 'wrong_type' : 'invalid', text, { fields: { [field]: text } });
}
