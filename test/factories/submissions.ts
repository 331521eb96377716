import { randomBytes } from 'node:crypto';
import {
  submissionFiles,
  submissionPages,
  submissions,
} from '#src/submissions/submission/server/submissions.tables.ts';
import type { Client } from '../client.ts';
import type { TestSite } from '../site.ts';
import { essayBytes, pdfFile } from './documents.ts';

let count = 0;

/** Fields of a valid submission, with `changes`. */
export async function submissionFields(changes: Record<string, string | Blob> = {}) {
  count += 1;
  return {
    article_type: 'essay',
    title: `Work ${count} of ${process.pid}`,
    bonafide_file: await pdfFile('bonafide.pdf', 'Bonafide'),
    essay_file: await pdfFile(),
    ...changes,
  };
}

/** Submits an essay through the API and returns it. */
export async function submit(author: Client, changes: Record<string, string | Blob> = {}) {
  const { status, body } = await author.form('POST', '/api/create-article', await submissionFields(changes));
  if (status !== 201) throw new Error(`The work was not taken: ${JSON.stringify(body)}`);
  return body.data;
}

/** Decides through the API, as the review table does. */
export async function decide(
  editor: Client,
  id: number,
  decision: 'approved' | 'rejected',
  more: { reasons?: string[]; note?: string } = {},
) {
  const { body } = await editor.get(`/api/get-article-by-id?id=${id}`);
  return editor.json('POST', '/api/admin/decision', { id, email: body.data.email, decision, ...more });
}

/** Submits an essay and approves it; returns its public form. */
export async function publish(site: TestSite, changes: Record<string, string | Blob> = {}) {
  const work = await submit(await site.as('reader'), changes);
  const { status } = await decide(await site.as('editor'), work.id, 'approved');
  if (status !== 200) throw new Error('The work was not approved');
  return (await site.visitor.get(`/api/get-article-by-id?id=${work.id}`)).body.data;
}

/**
 * Inserts published essays directly into the database, a minute apart, newest first. With `pages` the first page of
 * each counts as rendered; with `files` each has its PDF.
 */
export async function publishMany(site: TestSite, size: number, { files = false, pages = false } = {}) {
  const now = Date.now();
  const rows = Array.from({ length: size }, (_, index) => {
    const at = new Date(now - index * 60_000);
    const name = randomBytes(16).toString('hex');
    const work = {
      username: `Author ${index % 40}`,
      email: `author${index}@readers.test`,
      mobile: '+919876543210',
      articleType: index % 2 ? ('essay' as const) : ('research articles' as const),
      title: `Observations on the lakes of the city, part ${index + 1}`,
      abstract: 'What the water told us over a year of mornings, with tables.',
      institution: 'River College, Suryanagar',
    };
    const times = { receivedAt: at, updatedAt: at, decidedAt: at, publishedAt: at, exposedAt: at };
    return { ...work, ...times, state: 'approved' as const, publicId: name, onResearch: true, code: name.slice(0, 12) };
  });
  const bytes = files ? essayBytes() : undefined;
  for (let from = 0; from < size; from += 500) {
    const part = rows.slice(from, from + 500);
    const ids = await site.db.insert(submissions).values(part).returning({ id: submissions.id });
    const made = await site.db
      .insert(submissionFiles)
      .values(
        part.map(({ publicId, receivedAt }, index) => ({
          submissionId: ids[index]?.id ?? 0,
          kind: 'essay' as const,
          name: publicId,
          format: 'pdf' as const,
          filename: 'essay.pdf',
          sizeBytes: 1000,
          encrypted: false,
          createdAt: receivedAt,
          pages: pages ? 1 : 0,
        })),
      )
      .returning({ fileId: submissionFiles.id });
    const page = { page: 1, width: 595, height: 842, text: 'What the water told us.' };
    if (pages) await site.db.insert(submissionPages).values(made.map(({ fileId }) => ({ fileId, ...page })));
    if (bytes)
      for (const { publicId } of part)
        await site.services.files.put(`submissions/${publicId}`, bytes, 'application/pdf');
  }
  await site.db.execute('ANALYZE submissions, submission_files, submission_pages');
}
