import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
let reporter: Client;
beforeAll(async () => {
  editor = await site.as('editor');
  reporter = await site.as('reporter');
});

const add = async (client: Client) =>
  (await client.form('POST', '/api/media/pictures', { file: await pictureFile() })).body;
const get = (client: Client, id: number) => client.get(`/api/media/pictures/${id}`);
const put = (client: Client, id: number, change: object) => client.json('PUT', `/api/media/pictures/${id}`, change);
const replace = async (client: Client, id: number) =>
  client.form('PUT', `/api/media/pictures/${id}/file`, { file: await pictureFile() });

describe('lists the stories that use a picture', () => {
  test('as far as the user sees them, and counts the others', async () => {
    const { id } = await add(reporter);
    const own = await createStory(reporter, { picture_id: id, status: 'draft' });
    await createStory(editor, { picture_id: id, status: 'draft' });
    const trashed = await createStory(editor, { picture_id: id });
    await editor.delete(`/api/admin/${trashed.id}`);
    expect((await get(reporter, id)).body).toMatchObject({ used_in: [{ id: own.id, trashed: false }], more_uses: 2 });
    const desk = (await get(await site.as('sub_editor'), id)).body;
    expect([desk.used_in.length, desk.more_uses]).toEqual([2, 1]);
    const { used_in, more_uses } = (await get(editor, id)).body;
    expect([used_in.length, more_uses]).toEqual([3, 0]);
    expect(used_in[0]).toMatchObject({ id: trashed.id, trashed: true, lead: true });
  });
});

describe('refuses', () => {
  test.each(['approved', 'scheduled'])('changes of a picture of a story that is %s, but by editors', async (status) => {
    const own = await add(reporter);
    const publish_at = status === 'scheduled' ? new Date(Date.now() + 3_600_000).toISOString() : '';
    const story = await createStory(editor, { picture_id: own.id, status, publish_at });
    for (const client of [reporter, await site.as('sub_editor')]) {
      expect((await get(client, own.id)).body).toMatchObject({ public: false, editable: false });
      expect((await put(client, own.id, { alt: 'Mine' })).status).toBe(403);
      expect((await replace(client, own.id)).status).toBe(403);
    }
    expect((await put(editor, own.id, { alt: 'Checked' })).status).toBe(200);
    await editor.form('PUT', `/api/admin/${story.id}`, { status: 'draft' });
    expect((await put(reporter, own.id, { alt: 'Mine' })).status).toBe(200);
  });
});
