// Attempts by an author to replace what the editor has reviewed.
import { expect } from 'vitest';
import { pdfFile } from '#test/factories/documents.ts';
import { submit } from '#test/factories/submissions.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { attack } from './attack.ts';

const site = siteForFile();

attack('another essay in the place of the one that is being read, just before its approval', async (outcome) => {
  const [author, editor] = [await site.as('reader'), await site.as('editor')];
  const { id, email, version } = await submit(author);
  await editor.json('POST', `/api/submissions/${id}/changes`, { note: 'A shorter title, please' });
  // The editor accepts it as it is and presses Approve. Meanwhile:
  const revised = await author.form('POST', `/api/submissions/${id}/versions`, {
    essay_file: await pdfFile('essay.pdf', 'Something that nobody has read'),
    note: '',
  });
  expect(revised.status).toBeLessThan(300);
  const decide = (seen: number) =>
    editor.json('POST', '/api/admin/decision', { id, email, version: seen, decision: 'approved' });
  const stale = await decide(version);
  expect([stale.status, stale.body.code]).toEqual([409, 'conflict']);
  expect((await site.visitor.get(`/api/get-article-by-id?id=${id}`)).status).toBe(404);
  outcome.refused('409');
  expect((await decide(version + 1)).status).toBe(200);
  outcome.honest('200 for the one that was read');
});
