import { beforeAll, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { categoryClient, createCategory, createStoryIn, subIdOf } from '#test/factories/categories.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
let desk: ReturnType<typeof categoryClient>;
beforeAll(async () => {
  editor = await site.as('editor');
  desk = categoryClient(editor);
});

const newestEvent = async (id: number) => (await editor.get(`/api/stories/${id}/events`)).body.events[0];

test("merging and deleting categories is in the history of the stories that move, and of no other's", async () => {
  const actor = (await editor.get('/api/verify_token')).body.user.name;
  const [from, into, last] = [
    await createCategory(editor, 'Tides'),
    await createCategory(editor),
    await createCategory(editor),
  ];
  const story = await createStoryIn(editor, from, 'Tides');
  const trashed = await createStoryIn(editor, from, 'Tides');
  const bystander = await createStoryIn(editor, into, 'Others', { news_submenu: 'Ice' });
  await editor.delete(`/api/admin/${trashed.id}`);
  const moved = (fields: string, from: string, to: string) => ({
    actor,
    action: 'story.changed',
    details: { fields: [fields], from, to },
  });

  await editor.delete(`/api/categories/${from.id}/sub-categories/${subIdOf(from, 'Tides')}?into=others`);
  expect(await newestEvent(story.id)).toMatchObject(moved('news_sub_category', 'Tides', 'Others'));
  await desk.merge(from.id, { into: into.id });
  expect(await newestEvent(story.id)).toMatchObject(moved('news_category', from.name, into.name));
  expect(await newestEvent(trashed.id)).toMatchObject(moved('news_category', from.name, into.name));
  expect(await newestEvent(bystander.id)).toMatchObject({ action: 'story.published' });
  await editor.delete(`/api/categories/${into.id}?into=${last.id}`);
  expect(await newestEvent(story.id)).toMatchObject(moved('news_category', into.name, last.name));
  expect(await newestEvent(bystander.id)).toMatchObject(moved('news_category', into.name, last.name));
});
