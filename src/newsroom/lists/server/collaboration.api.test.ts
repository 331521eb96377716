import { expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const pathOf = (id: number, rest = 'desk') => `/api/stories/${id}/${rest}`;

test('colleagues comment on a story; readers see nothing of it', async () => {
  const [reporter, subEditor] = [await site.as('reporter'), await site.as('sub_editor')];
  const story = await createStory(reporter, { status: 'draft' });
  expect((await subEditor.json('POST', pathOf(story.id, 'comments'), { text: ' Who says so? ' })).status).toBe(201);
  const answer = await reporter.json('POST', pathOf(story.id, 'comments'), { text: 'The harbour master.' });
  expect(answer.body.comments.map(({ text }: { text: string }) => text)).toEqual([
    'Who says so?',
    'The harbour master.',
  ]);
  const other = await site.as('reporter');
  for (const stranger of [
    other.get(pathOf(story.id)),
    other.json('POST', pathOf(story.id, 'comments'), { text: 'Me too' }),
  ])
    expect((await stranger).status).toBe(404);
  const empty = await subEditor.json('POST', pathOf(story.id, 'comments'), { text: '  ' });
  expect(empty).toMatchObject({ status: 422, body: { fields: { text: expect.any(String) } } });
  const long = await subEditor.json('POST', pathOf(story.id, 'comments'), { text: 'x'.repeat(2001) });
  expect(long.status).toBe(422);
});

test('a story is given to a colleague with a due time, who hears of it at the bell', async () => {
  const subEditor = await site.as('sub_editor');
  const user = await site.createUser('reporter', { name: 'Zoya' });
  const story = await createStory(subEditor, { status: 'draft' });
  const due_at = '2026-12-01T10:00:00.000Z';
  const colleague = (await subEditor.get('/api/desk/colleagues')).body.find(
    ({ name }: { name: string }) => name === 'Zoya',
  );
  expect(colleague.id).toBe(user.id);
  const given = await subEditor.json('PUT', pathOf(story.id, 'assignment'), { assignee: user.id, due_at });
  expect(given).toMatchObject({ status: 200, body: { assignee: { id: user.id, name: 'Zoya' }, due_at } });
  const reporter = await site.visitor.login('/api/admin_login', user.email, 'correct horse battery');
  const waiting = { kind: 'assigned_stories', count: 1 };
  expect((await reporter.get('/api/desk/waiting')).body.waiting).toEqual([waiting]);
  expect((await reporter.form('PUT', `/api/admin/${story.id}`, { news_title: 'Found out' })).status).toBe(200);
  const noYear = await subEditor.json('PUT', pathOf(story.id, 'assignment'), {
    assignee: user.id,
    due_at: '0000-01-01T00:00:00Z',
  });
  expect(noYear).toMatchObject({ status: 422, body: { fields: { due_at: expect.any(String) } } });
  await subEditor.json('PUT', pathOf(story.id, 'assignment'), { assignee: null, due_at: null });
  expect((await reporter.get('/api/desk/waiting')).body.waiting).toEqual([]);
  expect((await reporter.get(`/api/admin/${story.id}`)).status).toBe(404);
  const reader = await site.createUser('reader');
  expect((await subEditor.json('PUT', pathOf(story.id, 'assignment'), { assignee: reader.id, due_at })).status).toBe(
    422,
  );
  expect((await reporter.json('PUT', pathOf(story.id, 'assignment'), { assignee: user.id, due_at })).status).toBe(403);
});

test('those who have a story open see each other, until they have given no sign for 45 seconds', async () => {
  const [anita, ravi] = [
    await site.createUser('editor', { name: 'Anita' }),
    await site.createUser('editor', { name: 'Ravi' }),
  ];
  const clients = await Promise.all(
    [anita, ravi].map(({ email }) => site.visitor.login('/api/admin_login', email, 'correct horse battery')),
  );
  const [first, second] = clients as [Client, Client]; // of the two
  const story = await createStory(first, { status: 'draft' });
  const open = async (client: Client) => (await client.json('PUT', pathOf(story.id, 'presence'), {})).body;
  expect(await open(first)).toEqual({ others: [], version: 1 });
  expect(await open(second)).toEqual({ others: [{ id: anita.id, name: 'Anita' }], version: 1 });
  expect((await open(first)).others).toEqual([{ id: ravi.id, name: 'Ravi' }]);
  expect((await second.form('PUT', `/api/admin/${story.id}`, { news_title: 'Newer' })).status).toBe(200);
  expect((await open(first)).version).toBe(2);
  const restore = site.saveClock();
  site.advance(46_000);
  expect((await open(first)).others).toEqual([]);
  restore();
  expect((await (await site.as('reporter')).json('PUT', pathOf(story.id, 'presence'), {})).status).toBe(404);
});
