import { expect, test } from 'vitest';
import { decide, submit } from '#test/factories/submissions.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const bonafideOf = (files: { kind: string; path: string | null }[]) => files.find(({ kind }) => kind === 'bonafide');

test('a reviewer decides on submissions without seeing identity papers', async () => {
  const [author, reviewer, editor] = [await site.as('reader'), await site.as('reviewer'), await site.as('editor')];
  const sent = await submit(author);
  const seen = (await reviewer.get(`/api/submissions/${sent.id}`)).body;
  expect([seen.bonafide_file, bonafideOf(seen.files)?.path]).toEqual([null, null]);
  expect(seen.files.find(({ kind }: { kind: string }) => kind === 'essay').path).toEqual(expect.any(String));
  // Neither an editor's path with the reviewer's token, nor the text.
  const path = (await editor.get(`/api/submissions/${sent.id}`)).body.bonafide_file.split('?')[0];
  expect((await reviewer.get(`/api${path}`)).status).toBe(404);
  expect((await editor.get(`/api${path}`)).status).toBe(200);
  expect((await reviewer.get(`/api/submissions/${sent.id}/text?kind=bonafide`)).status).toBe(404);
  expect((await reviewer.delete(`/api/delete-article/${sent.id}`)).status).not.toBe(200);
  await decide(reviewer, sent.id, 'approved');
  expect((await site.visitor.get(`/api/get-article-by-id?id=${sent.id}`)).body.data.status).toBe('approved');
});

test('roles without reviews see only what readers see', async () => {
  const sent = await submit(await site.as('reader'));
  for (const role of ['reporter', 'sub_editor', 'accountant'] as const) {
    const client = await site.as(role);
    expect((await client.get(`/api/submissions/${sent.id}`)).status).toBe(403);
    expect((await client.get(`/api/get-article-by-id?id=${sent.id}`)).status).toBe(404);
    expect((await client.delete(`/api/delete-article/${sent.id}`)).status).toBe(404);
  }
});
