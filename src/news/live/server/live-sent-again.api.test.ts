import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { createLiveStory, postEntry } from '#test/factories/live.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
beforeAll(async () => {
  editor = await site.as('editor');
});

const entries = (id: number) => `/api/stories/${id}/live/entries`;
const changes = async (id: number) => (await site.visitor.get(`/api/stories/${id}/live?after=0`)).body;

describe('an entry that is sent again, because its answer was lost', () => {
  test('is added once', async () => {
    const id = await createLiveStory(editor);
    const key = randomUUID();
    const [first, again] = await Promise.all([postEntry(editor, id, { key }), postEntry(editor, id, { key })]);
    expect(again).toEqual(first);
    expect((await changes(id)).entries).toMatchObject([{ id: first.id }]);
  });

  test('is corrected if it was, and an older version of it changes nothing', async () => {
    const id = await createLiveStory(editor);
    const key = randomUUID();
    const first = await postEntry(editor, id, { key, text: 'Tow boats.' });
    const corrected = await postEntry(editor, id, { key, text: 'Two boats.', pinned: true });
    expect(corrected).toMatchObject({ id: first.id, version: 2, text: 'Two boats.', pinned: true });
    expect(await postEntry(editor, id, { key, text: 'Tow boats.' })).toEqual(corrected);
    expect(await postEntry(editor, id, { key, text: 'Two boats!' })).toMatchObject({ id: first.id, version: 3 });
    expect((await changes(id)).entries).toMatchObject([{ id: first.id, headline: 'Two boats!' }]);
  });

  test('is refused after a colleague has changed it', async () => {
    const id = await createLiveStory(editor);
    const key = randomUUID();
    const { id: entry } = await postEntry(editor, id, { key, text: 'One boat.' });
    const colleague = await site.as('editor');
    await colleague.json('PUT', `${entries(id)}/${entry}`, { version: 1, text: 'Two boats.' });
    const again = await editor.json('POST', entries(id), { key, text: 'No boat.' });
    expect(again).toMatchObject({ status: 409, body: { current: { id: entry, text: 'Two boats.' } } });
  });
});
