import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
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

describe('addresses', () => {
  test('of categories that are renamed back and forth, or exchange their names, lead to no loop', async () => {
    const [one, two] = [await createCategory(editor), await createCategory(editor)];
    const { id } = await createStoryIn(editor, one, 'Others', { news_submenu: 'Ice' });
    const listed = async (slug: string) => (await desk.stories(slug)).body.map((story: { id: number }) => story.id);
    await desk.put(one.id, { name: `${one.name} away` });
    await desk.put(one.id, { name: one.name });
    expect([await listed(one.slug), await listed(`${one.slug}-away`)]).toEqual([[id], [id]]);
    await desk.put(one.id, { name: 'Between' });
    await desk.put(two.id, { name: one.name });
    await desk.put(one.id, { name: two.name });
    expect([await listed(one.slug), await listed(two.slug), await listed('between')]).toEqual([[], [id], [id]]);
    // A merged into B, a new A, and B into that.
    const a = await createCategory(editor);
    const b = await createCategory(editor);
    const old = await createStoryIn(editor, a, 'Others', { news_submenu: 'Ice' });
    await desk.merge(a.id, { into: b.id });
    const again = (await editor.json('POST', '/api/categories', { name: a.name })).body;
    await desk.merge(b.id, { into: again.id });
    expect([await listed(a.slug), await listed(b.slug)]).toEqual([[old.id], [old.id]]);
    await desk.remove(`${again.id}?into=${one.id}`);
    expect(await listed(a.slug)).toEqual(expect.arrayContaining([old.id, id]));
  });

  test('of a sub-category stay where its stories are when another category with that name in it is deleted', async () => {
    const [from, into] = [await createCategory(editor, 'Tides'), await createCategory(editor, 'Tides')];
    const { id } = await createStoryIn(editor, into, 'Tides');
    await desk.put(`${into.id}/sub-categories/${subIdOf(into, 'Tides')}`, { name: 'Sea levels' });
    await desk.remove(`${from.id}?into=${into.id}`);
    const { body } = await site.visitor.get(
      `/api/get_posts_by_category_subcategory?category=${into.slug}&sub_category=tides`,
    );
    expect(body.map((story: { id: number }) => story.id)).toEqual([id]);
  });

  test('of two categories that are merged into each other at the same time: one merge wins', async () => {
    const [one, two] = [await createCategory(editor), await createCategory(editor)];
    const { id } = await createStoryIn(editor, one, 'Others', { news_submenu: 'Ice' });
    const answers = await Promise.all([desk.merge(one.id, { into: two.id }), desk.merge(two.id, { into: one.id })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await desk.stories(one.slug)).body).toMatchObject([{ id }]);
  });
});

test('the search finds moved stories in their category', async () => {
  const [from, into] = [await createCategory(editor, 'Tides'), await createCategory(editor)];
  const { id } = await createStoryIn(editor, from, 'Tides', { news_title: 'Sesquipedalian ferry' });
  await desk.merge(from.id, { into: into.id });
  const found = async (category: string) =>
    (await site.visitor.get(`/api/search?q=sesquipedalian&category=${category}`)).body.results;
  expect(await found(into.slug)).toMatchObject([{ id }]);
});

test('a story that is open while its category is merged is saved where its stories are, from an older version too', async () => {
  const [from, into] = [await createCategory(editor, 'Tides'), await createCategory(editor)];
  const story = await createStoryIn(editor, from, 'Tides', { news_description: 'One.\n\nTwo.' });
  const save = (fields: Record<string, string>) =>
    editor.form('PUT', `/api/admin/${story.id}`, {
      version: story.version,
      news_category: from.name,
      news_sub_category: 'Tides',
      ...fields,
    });
  await desk.merge(from.id, { into: into.id });
  const place = { news_category: into.name, news_sub_category: 'Tides' };
  expect(await save({ news_description: '1.\n\nTwo.' })).toMatchObject({ status: 200, body: place });
  expect(await save({ news_description: 'One.\n\n2.' })).toMatchObject({
    status: 200,
    body: { ...place, news_description: '1.\n\n2.' },
  });
});

test('a save that waits for a merge of its category is saved where the stories are', async () => {
  const [from, into] = [await createCategory(editor, 'Tides'), await createCategory(editor)];
  const story = await createStoryIn(editor, from, 'Tides');
  const waiting = async () =>
    (
      await site.db.execute(
        sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
    ).rows.length;
  const answers = await site.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT FROM stories WHERE id = ${story.id}::integer FOR UPDATE`);
    const merging = desk.merge(from.id, { into: into.id });
    await expect.poll(waiting).toBe(1);
    const saving = editor.form('PUT', `/api/admin/${story.id}`, {
      version: story.version,
      news_title: 'Saved meanwhile',
      news_category: from.name,
      news_sub_category: 'Tides',
    });
    await expect.poll(waiting).toBe(2);
    return { merging, saving };
  });
  expect((await answers.merging).status).toBe(200);
  expect(await answers.saving).toMatchObject({
    status: 200,
    body: { news_title: 'Saved meanwhile', news_category: into.name, news_sub_category: 'Tides' },
  });
});
