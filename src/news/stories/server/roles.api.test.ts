import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#src/rules/roles.rules.ts';
import type { Client } from '#test/client.ts';
import { pictureFile } from '#test/factories/pictures.ts';
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

  test('learns nothing of the earlier versions of another’s published story from a refused change', async () => {
    const { reporter, editor } = clients;
    const story = await createStory(editor, { status: 'draft', news_title: 'Named by mistake' });
    await put(editor, story.id, { status: 'published', news_title: 'Corrected' });
    const refused = await put(reporter, story.id, { news_title: 'Mine', version: String(story.version) });
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(JSON.stringify(refused.body)).not.toContain('Named by mistake');
  });

  test('makes his story a version of stories that he may see only', async () => {
    const { reporter, editor } = clients;
    const [hidden, published] = [await own(editor), await createStory(editor)];
    const mine = await own(reporter);
    for (const version_of of [String(hidden.id), '999999'])
      expect(await put(reporter, mine.id, { language: 'hi', version_of })).toMatchObject({
        status: 422,
        body: { fields: { version_of: `There is no story ${version_of}.` } },
      });
    const sent = { language: 'hi', version_of: String(published.id) };
    expect((await put(reporter, mine.id, sent)).body.version_of).toBe(published.id);
    expect((await put(reporter, mine.id, { news_title: 'Still a version' })).status).toBe(200);
  });

  test('who has lost a story to another sees no more of it; his working copy waits for him', async () => {
    const { reporter, editor } = clients;
    const other = await site.as('reporter');
    const { id, version } = await own(editor);
    const assign = async (assignee: Client) => {
      const { body } = await assignee.get('/api/user/me');
      expect(
        (await editor.json('PUT', `/api/stories/${id}/assignment`, { assignee: body.user_id ?? body.id, due_at: null }))
          .status,
      ).toBe(200);
    };
    await assign(reporter);
    const copy = randomUUID();
    const save = async (client: Client, seen: number) =>
      client.form('PUT', `/api/working_copies/${copy}`, {
        story: id,
        version,
        writer: copy,
        seen: String(seen),
        news_title: 'Typed',
        image: await pictureFile(),
      });
    expect((await save(reporter, 0)).status).toBe(200);
    await assign(other);
    expect((await put(reporter, id, { news_title: 'Too late', version })).status).toBe(404);
    for (const path of ['desk', 'revisions', 'events'])
      expect((await reporter.get(`/api/stories/${id}/${path}`)).status).toBe(404);
    expect((await reporter.json('PUT', `/api/stories/${id}/presence`, {})).status).toBe(404);
    const ofReporter = () => reporter.get(`/api/working_copies/${copy}`);
    expect([(await save(reporter, 1)).status, (await ofReporter()).status]).toEqual([404, 404]);
    // It stays his: his successor has neither the text nor the picture.
    expect((await other.get(`/api/working_copies/${copy}`)).status).toBe(404);
    expect((await save(other, 0)).status).toBe(409);
    const change = { news_title: 'Mine now', version, working_copy: copy };
    expect((await put(other, id, { ...change, image_of_copy: 'true' })).status).toBe(422);
    expect((await put(other, id, change)).status).toBe(200);
    expect((await reporter.get('/api/user/data')).body.working_copies).toMatchObject([{ id: copy }]);
    await assign(reporter);
    expect((await ofReporter()).body.fields.news_title).toBe('Typed');
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
