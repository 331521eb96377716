import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { createStory } from '#test/factories/stories.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
let reporter: Client;
let reporterId: number;
beforeAll(async () => {
  [editor, reporter] = [await site.as('editor'), await site.as('reporter')];
  reporterId = (await reporter.get('/api/user/me')).body.id;
});

const day = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const indian = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(at);
const create = (client: Client, body: object) => client.json('POST', '/api/plan/assignments', body);
const change = (client: Client, id: number, body: object) => client.json('PUT', `/api/plan/assignments/${id}`, body);
const calendar = (client: Client, from: Date, to: Date) =>
  client.get(`/api/plan?from=${indian(from)}&to=${indian(to)}`);

describe('an assignment', () => {
  test('is in the calendar on the day when it is due, and becomes a story', async () => {
    const due = day(30).toISOString();
    const input = { what: 'The new bridge', notes: 'Ask the ward', category: 'Sports News', due_at: due };
    const made = await create(editor, { ...input, assignee: reporterId });
    expect(made).toMatchObject({ status: 201, body: { what: 'The new bridge', state: 'open', version: 1 } });
    const { id } = made.body;
    const undated = (await create(editor, { what: 'Some day' })).body.id;
    const { body } = await calendar(reporter, day(24), day(48));
    expect(body.assignments).toMatchObject([{ id, assignee: { id: reporterId }, changeable: true, due_at: due }]);
    expect(body.undated).toMatchObject([{ id: undated, changeable: false }]);

    const started = await reporter.send('POST', `/api/plan/assignments/${id}/story`);
    expect(started.status).toBe(201);
    const story = (await reporter.get(`/api/admin/${started.body.story}`)).body;
    expect(story).toMatchObject({ news_title: 'The new bridge', news_category: 'Sports News', status: 'draft' });
    const desk = (await editor.get(`/api/stories/${story.id}/desk`)).body;
    expect(desk).toMatchObject({ assignee: { id: reporterId }, due_at: due });
    expect((await reporter.send('POST', `/api/plan/assignments/${id}/story`)).status).toBe(409);
    const after = (await calendar(reporter, day(24), day(48))).body;
    expect(after.assignments).toMatchObject([{ id, state: 'doing', story: { id: story.id } }]);
    expect(after.stories).toMatchObject([{ id: story.id, at: due }]);
  });

  test('is not overwritten by somebody who has not seen it', async () => {
    const { id } = (await create(editor, { what: 'A walk' })).body;
    expect((await change(editor, id, { what: 'A long walk', version: 1 })).body.version).toBe(2);
    const late = await change(editor, id, { what: 'A short walk', version: 1 });
    expect(late).toMatchObject({ status: 409, body: { current: { what: 'A long walk' } } });
    expect((await editor.delete(`/api/plan/assignments/${id}`)).status).toBe(200);
    expect((await change(editor, id, { what: 'A walk', version: 2 })).status).toBe(404);
  });

  test('is changed by the desk and by whose it is', async () => {
    const { id } = (await create(editor, { what: 'The ferry' })).body;
    expect((await change(reporter, id, { what: 'Mine', version: 1 })).status).toBe(403);
    expect((await reporter.delete(`/api/plan/assignments/${id}`)).status).toBe(403);
    expect((await change(editor, id, { what: 'The ferry', assignee: reporterId, version: 1 })).status).toBe(200);
    const done = await change(reporter, id, { what: 'The ferry', assignee: reporterId, state: 'done', version: 2 });
    expect(done.body).toMatchObject({ state: 'done', version: 3 });
    const editorId = (await editor.get('/api/user/me')).body.id;
    expect((await create(reporter, { what: 'For you', assignee: editorId })).status).toBe(403);
    for (const [client, status] of [
      [site.visitor, 401],
      [await site.as('reader'), 403],
    ] as const) {
      expect((await calendar(client, day(0), day(1))).status).toBe(status);
      expect((await create(client, { what: 'x' })).status).toBe(status);
    }
  });

  test('becomes one story, however often it is started at once, and another one when that is in the trash', async () => {
    const { id } = (await create(editor, { what: 'The quarry', category: 'Sports News' })).body;
    const start = () => editor.send('POST', `/api/plan/assignments/${id}/story`);
    const [first, second] = (await Promise.all([start(), start()])).sort((a, b) => a.status - b.status);
    expect(first).toMatchObject({ status: 201, body: { story: expect.any(Number) } });
    expect(second).toMatchObject({ status: 409, body: { story: first?.body.story } });
    expect((await editor.delete(`/api/admin/${first?.body.story}`)).status).toBe(200);
    const again = await start();
    expect(again.status).toBe(201);
    expect(again.body.story).not.toBe(first?.body.story);
  });

  test('shows a reporter no title of a draft that he may not see', async () => {
    const input = { what: 'The mill', category: 'Sports News' };
    const { id } = (await create(reporter, input)).body;
    const started = (await editor.send('POST', `/api/plan/assignments/${id}/story`)).body.story;
    const begun = async (client: Client) => {
      const { undated } = (await calendar(client, day(0), day(1))).body;
      return undated.find((one: { id: number }) => one.id === id).story;
    };
    expect(await begun(editor)).toMatchObject({ id: started, title: 'The mill' });
    expect(await begun(reporter)).toMatchObject({ id: started, title: null, status: 'draft' });
    const late = await reporter.send('POST', `/api/plan/assignments/${id}/story`);
    expect(late).toMatchObject({ status: 409, body: { story: null } });
    const assigned = { assignee: reporterId, due_at: null };
    await editor.json('PUT', `/api/stories/${started}/assignment`, assigned);
    expect(await begun(reporter)).toMatchObject({ title: 'The mill' });
  });

  test('is exported with the account, and loses its name when the account is deleted', async () => {
    const client = await site.as('sub_editor');
    const me = (await client.get('/api/user/me')).body;
    const own = (await create(client, { what: 'Own idea', assignee: me.id })).body;
    const given = (await create(editor, { what: 'Given', assignee: me.id })).body;
    const noted = (await create(client, { what: 'For anybody' })).body;
    const { assignments } = (await client.get('/api/user/data')).body;
    expect(assignments).toMatchObject([
      { what: 'Own idea', assigned_to_me: true, created_by_me: true },
      { what: 'Given', assigned_to_me: true, created_by_me: false },
      { what: 'For anybody', assigned_to_me: false, created_by_me: true },
    ]);
    expect((await client.json('POST', '/api/user/delete', { password })).status).toBe(200);
    const { undated } = (await calendar(editor, day(0), day(1))).body;
    const left = undated.filter(({ id }: { id: number }) => [own.id, given.id, noted.id].includes(id));
    expect(left.map(({ assignee, created_by }: Record<string, unknown>) => [assignee, created_by === null])).toEqual([
      [null, true],
      [null, false],
      [null, true],
    ]);
  });

  test('needs words, a known section and a colleague', async () => {
    expect((await create(editor, { what: ' ' })).body.fields).toHaveProperty('what');
    const strange = { what: 'x', category: 'Nowhere', assignee: 999_999, language: 'xx-strange' };
    expect(Object.keys((await create(editor, strange)).body.fields).sort()).toEqual([
      'assignee',
      'category',
      'language',
    ]);
    const { id } = (await create(editor, { what: 'No section' })).body;
    expect((await editor.send('POST', `/api/plan/assignments/${id}/story`)).body.fields).toHaveProperty('category');
  });
});

describe('the calendar', () => {
  test('has scheduled and published stories, and of the unpublished ones a reporter only his own', async () => {
    const [published, scheduled] = [
      await createStory(editor, { news_title: 'Out' }),
      await createStory(editor, { news_title: 'To come', status: 'scheduled', publish_at: day(100).toISOString() }),
    ];
    const all = (await calendar(editor, day(0), day(120))).body.stories;
    const ids = (stories: { id: number }[]) => stories.map(({ id }) => id);
    expect(ids(all)).toEqual(expect.arrayContaining([published.id, scheduled.id]));
    const own = ids((await calendar(reporter, day(0), day(120))).body.stories);
    expect(own).toContain(published.id);
    expect(own).not.toContain(scheduled.id);
  });

  test('states whether there is more than it shows', async () => {
    expect((await calendar(editor, day(0), day(1))).body.more).toBe(false);
    await site.db.execute(`INSERT INTO assignments (what, notes, language, created_at)
      SELECT 'No. ' || number, '', 'en', now() FROM generate_series(1, 101) AS number`);
    const { undated, more } = (await calendar(editor, day(0), day(1))).body;
    expect([undated.length, more]).toEqual([100, true]);
    await site.db.execute(`DELETE FROM assignments WHERE what LIKE 'No. %'`);
  });

  test('has days in order, six weeks at most', async () => {
    expect((await calendar(editor, day(48), day(0))).body.fields).toHaveProperty('to');
    expect((await calendar(editor, day(0), day(24 * 60))).body.fields).toHaveProperty('to');
  });
});
