import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { printedStory, proposedOrder } from '#test/factories/newspapers.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
let colleague: Client;
let story: number;
let plan: Record<string, unknown>;
beforeAll(async () => {
  [editor, colleague] = [await site.as('editor'), await site.as('editor')];
  story = (await printedStory(editor, 'Night final at Naubat Ghat')).id;
  await printedStory(editor, 'Ferry late');
  const order = await proposedOrder(editor);
  plan = {
    ...order,
    title: 'Monsoon special',
    issue_date: order.to,
    stories: [{ id: story, weight: 'lead', page: 1, top: true, picture: null }],
    known: order.stories.map(({ id }) => id),
    spaces: [{ page: 1, size: 'half', kind: 'advertisement', label: 'Sharma Sweets', text: '', picture: null }],
    prints: [{ id: story, of: 'abc', text: 'Short.' }],
  };
});

const save = (client: Client, body: object) => client.json('POST', '/api/edition-plans', body);
const saveAgain = (client: Client, id: number, body: object) => client.json('PUT', `/api/edition-plans/${id}`, body);

describe('a saved plan', () => {
  test('is returned as it was saved, with the stories of its days', async () => {
    const { status, body } = await save(editor, plan);
    expect(status).toBe(201);
    expect(body).toMatchObject({ title: 'Monsoon special', category: 'weekly', version: 1 });
    const { stories, known, spaces, prints, paper, from, to } = plan;
    const read = (await colleague.get(`/api/edition-plans/${body.id}`)).body;
    expect(read).toMatchObject({ paper, from, to, choices: stories, known, spaces, prints });
    expect(read.proposal.stories).toHaveLength(2);
    expect((await colleague.get('/api/edition-plans')).body.map(({ id }: { id: number }) => id)).toContain(body.id);
  });

  test('is not overwritten by somebody who has not seen it', async () => {
    const { id } = (await save(editor, plan)).body;
    const first = await saveAgain(colleague, id, { ...plan, title: 'Rain', version: 1 });
    expect(first).toMatchObject({ status: 200, body: { title: 'Rain', version: 2 } });
    const second = await saveAgain(editor, id, { ...plan, version: 1 });
    expect(second).toMatchObject({ status: 409, body: { code: 'conflict', current: { title: 'Rain', version: 2 } } });
    expect(second.body.current.saved_by).toBeTruthy();
    expect((await editor.get(`/api/edition-plans/${id}`)).body.title).toBe('Rain');
  });

  test('may have no story yet, and is deleted', async () => {
    const { id } = (await save(editor, { ...plan, stories: [], prints: [] })).body;
    expect((await editor.delete(`/api/edition-plans/${id}`)).body.message).toBe('Plan deleted');
    for (const path of [`/api/edition-plans/${id}`]) expect((await editor.get(path)).status).toBe(404);
    expect((await editor.delete(`/api/edition-plans/${id}`)).status).toBe(404);
    expect((await saveAgain(editor, id, { ...plan, version: 1 })).status).toBe(404);
  });

  test('is for editors only', async () => {
    const { id } = (await save(editor, plan)).body;
    for (const [client, status] of [
      [site.visitor, 401],
      [await site.as('reader'), 403],
    ] as const) {
      expect((await client.get('/api/edition-plans')).status).toBe(status);
      expect((await client.get(`/api/edition-plans/${id}`)).status).toBe(status);
      expect((await save(client, plan)).status).toBe(status);
      expect((await saveAgain(client, id, { ...plan, version: 1 })).status).toBe(status);
      expect((await client.delete(`/api/edition-plans/${id}`)).status).toBe(status);
    }
  });

  test('needs a title, days in order and pages that can be printed', async () => {
    const rejected = async (changes: object) => Object.keys((await save(editor, { ...plan, ...changes })).body.fields);
    expect(await rejected({ title: ' ', issue_date: 'soon' })).toEqual(['title', 'issue_date']);
    expect(await rejected({ from: plan.to, to: '2020-01-01' })).toEqual(['to']);
    expect(await rejected({ spaces: [plan.spaces, plan.spaces].flat() })).toEqual(['spaces']);
    expect(await rejected({ prints: [{ id: story, of: 'a', text: 'x'.repeat(12_001) }] })).toEqual(['prints.0.text']);
  });
});

test('the proposal names the editions of its days', async () => {
  const of = async () => (await editor.get(`/api/compose?category=weekly&day=${plan.to}`)).body.existing;
  expect(await of()).toEqual([]);
  const order = { ...(await proposedOrder(editor)), title: 'The week', issue_date: plan.to };
  expect((await editor.json('POST', '/api/compositions', order)).status).toBe(202);
  expect(await of()).toMatchObject([{ title: 'The week' }]);
});
