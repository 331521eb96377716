import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#src/rules/roles.rules.ts';
import type { Client } from '#test/client.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
type Staff = Exclude<Role, 'visitor' | 'reader'>;
const clients = {} as Record<Staff, Client>;
beforeAll(async () => {
  for (const role of ['accountant', 'reviewer', 'reporter', 'sub_editor', 'editor', 'admin'] as const)
    clients[role] = await site.as(role);
});

const put = (client: Client, id: number, change: Record<string, string>) =>
  client.form('PUT', `/api/admin/${id}`, change);
const own = (client: Client) => createStory(client, { status: 'draft' });

describe('a reporter', () => {
  test('writes drafts, hands them in, and publishes nothing', async () => {
    const { reporter } = clients;
    const story = await createStory(reporter); // without a status
    expect(story.status).toBe('draft');
    expect((await put(reporter, story.id, { status: 'ready' })).body.status).toBe('ready');
    for (const status of ['approved', 'published'])
      expect(await put(reporter, story.id, { status })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const sent = { news_title: 'At once', news_category: 'Sports News', news_sub_category: 'Cricket' };
    expect((await reporter.form('POST', '/api/admin', { ...sent, status: 'published' })).status).toBe(403);
    expect((await site.visitor.get(`/api/admin/${story.id}`)).status).toBe(404);
  });

  test('sees, changes and deletes only his own stories that are not approved', async () => {
    const { reporter, editor, sub_editor } = clients;
    const mine = await own(reporter);
    const theirs = await own(editor);
    expect((await reporter.get(`/api/admin/${theirs.id}`)).status).toBe(404);
    expect((await put(reporter, theirs.id, { news_title: 'Mine now' })).status).toBe(404);
    expect((await put(reporter, theirs.id, { news_title: 'Mine now', version: '99' })).status).toBe(404);
    expect((await reporter.delete(`/api/admin/${theirs.id}`)).status).toBe(404);
    const drafts = (await reporter.get('/api/drafts')).body.map(({ id }: { id: number }) => id);
    expect([drafts.includes(mine.id), drafts.includes(theirs.id)]).toEqual([true, false]);
    expect((await put(sub_editor, mine.id, { news_title: 'Edited' })).status).toBe(200);
    expect((await put(editor, mine.id, { status: 'approved' })).status).toBe(200);
    expect((await put(reporter, mine.id, { news_title: 'Once more' })).status).toBe(403);
    expect((await reporter.delete(`/api/admin/${mine.id}`)).status).toBe(403);
    const another = await own(reporter);
    expect((await reporter.delete(`/api/admin/${another.id}`)).status).toBe(200);
  });
});

test('a sub-editor edits what is not public; what was approved waits for the desk again', async () => {
  const { sub_editor, editor } = clients;
  const story = await own(editor);
  await put(editor, story.id, { status: 'approved' });
  expect((await put(sub_editor, story.id, { news_title: 'Sharper' })).body.status).toBe('ready');
  await put(editor, story.id, { status: 'published' });
  expect((await put(sub_editor, story.id, { news_title: 'Sharper still' })).status).toBe(403);
  expect((await sub_editor.delete(`/api/admin/${story.id}`)).status).toBe(403);
  expect((await put(editor, story.id, { status: 'unpublished' })).body.status).toBe('unpublished');
  expect((await site.visitor.get(`/api/admin/${story.id}`)).status).toBe(404);
  expect((await put(sub_editor, story.id, { news_title: 'Sharper still' })).status).toBe(200);
});

test('a paper that wants approvals publishes only approved stories', async () => {
  const { admin, editor } = clients;
  const setTo = async (value: string) =>
    expect((await admin.json('PUT', '/api/settings', { values: { 'news.approval_required': value } })).status).toBe(
      200,
    );
  await setTo('yes');
  const story = await own(editor);
  const refused = await put(editor, story.id, { status: 'published' });
  expect(refused).toMatchObject({ status: 422, body: { fields: { status: 'The story must be approved first.' } } });
  expect((await put(editor, story.id, { status: 'approved' })).status).toBe(200);
  expect((await put(editor, story.id, { status: 'published' })).body.status).toBe('published');
  await setTo('no');
});

test('reviewers and accountants see no drafts and change no stories', async () => {
  const draft = await own(clients.editor);
  for (const role of ['reviewer', 'accountant'] as const) {
    expect((await clients[role].get(`/api/admin/${draft.id}`)).status).toBe(404);
    expect((await put(clients[role], draft.id, { news_title: 'No' })).status).toBe(403);
  }
});
