import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../client.ts';
import { type PdfArticle, pdfBytes, pdfWithArticles } from './pdfs.ts';

let count = 0;

/** A filename that is unique in the test file's site. */
export const newName = (): string => `weekly-${++count}.pdf`;

/** Uploads an edition as the form does. */
export const upload = (editor: Client, pdf: File, fields: Record<string, string> = { category: 'weekly' }) =>
  editor.form('POST', '/api/upload-pdf', { pdf, ...fields });

export const download = (client: Client, filename: string, headers: Record<string, string> = {}) =>
  client.get(`/api/download/${encodeURIComponent(filename)}`, headers);

/** Uploads an edition with these pages and waits until they are rendered. Returns its id. */
export async function addEdition(
  editor: Client,
  pages: string[],
  details: Record<string, string> = {},
): Promise<number> {
  count += 1;
  const pdf = new File([new Uint8Array(pdfBytes(pages))], `reader-${count}.pdf`, { type: 'application/pdf' });
  const { status, body } = await upload(editor, pdf, { category: 'weekly', ...details });
  if (status !== 201) throw new Error(`The edition was not taken: ${JSON.stringify(body)}`);
  await madeEdition(editor, body.data.id);
  return body.data.id;
}

/** Uploads an edition whose pages have these articles and waits until they are rendered. Returns its id. */
export async function addArticles(
  editor: Client,
  pages: PdfArticle[][],
  details: Record<string, string> = {},
): Promise<number> {
  const pdf = new File([new Uint8Array(pdfWithArticles(pages))], newName(), { type: 'application/pdf' });
  const { body } = await upload(editor, pdf, { category: 'weekly', ...details });
  await madeEdition(editor, body.data.id);
  return body.data.id;
}

/** Waits until an edition's pages are rendered, for at most a minute. */
export async function madeEdition(editor: Client, id: number): Promise<void> {
  for (const start = Date.now(); Date.now() - start < 60_000; await pause(100)) {
    const { body } = await editor.get('/api/editions');
    const edition = body.find((listed: { id: number }) => listed.id === id);
    if (edition?.work === 'done') return;
    if (edition?.work === 'failed') break;
  }
  throw new Error('The pages were not made');
}
