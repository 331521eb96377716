import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { categoryClient, createCategory, createStoryIn, eventsOf, subIdOf } from '#test/factories/categories.ts';
import { siteForFile } from '#test/site-for-file.ts';
import type { Category } from '../categories.contract.ts';

const site = siteForFile();
let editor: Client;
let desk: ReturnType<typeof categoryClient>;
beforeAll(async () => {
  editor = await site.as('editor');
  desk = categoryClient(editor);
});

const newCategory = (...subs: string[]) => createCategory(editor, ...subs);
const storyIn = (category: Category, sub: string, more = {}) => createStoryIn(editor, category, sub, more);
const acts = async (id: number) => eventsOf(await site.as('admin'), id);
const story = async (id: number) => (await editor.get(`/api/admin/${id}`)).body;
describe('merging a category into another', () => {
  test('works: stories and sub-categories move, old addresses lead on, nothing becomes new', async () => {
    const from = await newCategory('Tides', 'Ferries');
    const into = await newCategory('Ferries');
    const tide = await storyIn(from, 'Tides');
    const ferry = await storyIn(from, 'Ferries');
    const label = await storyIn(from, 'Others', { news_submenu: 'Ice', status: 'draft' });
    await desk.put(`${from.id}/sub-categories/${subIdOf(from, 'Tides')}`, { name: 'Sea levels' });
    expect((await desk.merge(from.id, { into: into.id })).status).toBe(200);

    const moved = await desk.find(into.id);
    expect(moved.sub_categories.map(({ name }) => name)).toEqual(['Ferries', 'Sea levels']);
    expect(await story(tide.id)).toMatchObject({ news_category: into.name, news_sub_category: 'Sea levels' });
    expect(await story(ferry.id)).toMatchObject({
      news_category: into.name,
      news_sub_category: 'Ferries',
      version: ferry.version,
      updated_at: ferry.updated_at,
    });
    expect(await story(label.id)).toMatchObject({ news_category: into.name, news_submenu: 'Ice', status: 'draft' });
    expect(await desk.find(from.id)).toBeUndefined();
    const bySub = (sub: string) =>
      site.visitor.get(`/api/get_posts_by_category_subcategory?category=${from.slug}&sub_category=${sub}`);
    expect((await bySub('tides')).body).toHaveLength(1);
    expect((await bySub('ferries')).body).toHaveLength(1);
    expect((await acts(from.id))[0]).toMatchObject({
      action: 'category.merged',
      details: { name: from.name, into: into.name, stories: 3 },
    });
    // A chain: what led to the merged category leads to where its stories are now.
    const last = await newCategory();
    await desk.merge(into.id, { into: last.id });
    expect((await desk.stories(from.slug)).body).toHaveLength(2);
    expect(await story(tide.id)).toMatchObject({ news_category: last.name, news_sub_category: 'Sea levels' });
  });

  test('works into Others, which has no sub-categories: their names become labels', async () => {
    const from = await newCategory('Tides');
    const { id } = await storyIn(from, 'Tides');
    const { sub_categories } = await desk.others();
    expect((await desk.merge(from.id, { into: (await desk.others()).id })).status).toBe(200);
    expect(await story(id)).toMatchObject({ news_category: 'Others', news_submenu: 'Tides' });
    expect((await desk.others()).sub_categories).toEqual(sub_categories);
  });

  test('rejects Others, itself, and a category that does not exist', async () => {
    const category = await newCategory();
    const { id } = await desk.others();
    const answers = [
      await desk.merge(id, { into: category.id }),
      await desk.merge(category.id, { into: category.id }),
      await desk.merge(category.id, { into: 999_999 }),
      await desk.merge(999_999, { into: category.id }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 422, 404, 404]);
    expect(await desk.find(category.id)).toMatchObject({ name: category.name });
  });
});

describe('deleting a category', () => {
  test('works with a place for its stories, also those in the trash; their sub-category becomes a label', async () => {
    const from = await newCategory('Tides', 'Ferries');
    const into = await newCategory('Ferries');
    const tide = await storyIn(from, 'Tides');
    const ferry = await storyIn(from, 'Ferries');
    const trashed = await storyIn(from, 'Ferries');
    await editor.delete(`/api/admin/${trashed.id}`);
    const refused = await editor.delete(`/api/categories/${from.id}`);
    expect([refused.status, refused.body.stories]).toEqual([409, 3]);
    expect((await editor.delete(`/api/categories/${from.id}?into=${into.id}`)).status).toBe(200);
    expect(await story(tide.id)).toMatchObject({ news_category: into.name, news_submenu: 'Tides' });
    expect(await story(ferry.id)).toMatchObject({ news_category: into.name, news_sub_category: 'Ferries' });
    const restored = await editor.send('POST', `/api/trash/${trashed.id}/restore`);
    expect(restored.body).toMatchObject({ news_category: into.name, news_sub_category: 'Ferries' });
    expect((await desk.stories(from.slug)).body).toHaveLength(3);
    // A form that was opened before still saves.
    const late = await editor.form('PUT', `/api/admin/${tide.id}`, {
      news_category: from.name,
      news_sub_category: 'Tides',
    });
    expect([late.status, late.body.news_submenu]).toEqual([200, 'Tides']);
    expect((await acts(from.id))[0]).toMatchObject({ action: 'category.deleted', details: { stories: 3 } });
  });

  test('rejects Others and leaves other categories alone', async () => {
    const bystander = await newCategory('Tides');
    const empty = await newCategory();
    const { id } = await desk.others();
    expect((await editor.delete(`/api/categories/${id}?into=${bystander.id}`)).status).toBe(409);
    expect((await editor.delete(`/api/categories/${empty.id}?into=${empty.id}`)).status).toBe(422);
    expect((await editor.delete(`/api/categories/${empty.id}`)).status).toBe(200);
    expect((await desk.stories(empty.slug)).status).toBe(404);
    expect(await desk.find(bystander.id)).toEqual(bystander);
  });
});

describe('sub-categories', () => {
  test('are renamed: the old name leads to it', async () => {
    const category = await newCategory('Tides');
    const { id } = await storyIn(category, 'Tides');
    const path = `${category.id}/sub-categories/${subIdOf(category, 'Tides')}`;
    const { body } = await desk.put(path, { name: 'Sea levels', names: { hi: 'समुद्र तल' } });
    expect(body.sub_categories[0]).toMatchObject({ name: 'Sea levels', names: { hi: 'समुद्र तल' } });
    const saved = await editor.form('PUT', `/api/admin/${id}`, { news_sub_category: 'Tides' });
    expect(saved.body.news_sub_category).toBe('Sea levels');
  });

  test('are deleted with a place: another one, or Others, where the name becomes the label', async () => {
    const category = await newCategory('Tides', 'Ferries', 'Ice');
    const [tide, ice] = [await storyIn(category, 'Tides'), await storyIn(category, 'Ice')];
    const path = (name: string) => `/api/categories/${category.id}/sub-categories/${subIdOf(category, name)}`;
    const refused = await editor.delete(path('Tides'));
    expect([refused.status, refused.body.stories]).toEqual([409, 1]);
    expect((await editor.delete(`${path('Tides')}?into=${subIdOf(category, 'Ferries')}`)).status).toBe(200);
    expect((await editor.delete(`${path('Ice')}?into=others`)).status).toBe(200);
    expect(await story(tide.id)).toMatchObject({ news_sub_category: 'Ferries', version: tide.version });
    expect(await story(ice.id)).toMatchObject({ news_sub_category: 'Others', news_submenu: 'Ice' });
    expect((await desk.find(category.id)).sub_categories.map(({ name }) => name)).toEqual(['Ferries']);
    const bySub = (sub: string) =>
      site.visitor.get(`/api/get_posts_by_category_subcategory?category=${category.slug}&sub_category=${sub}`);
    expect((await bySub('tides')).body[0].id).toBe(tide.id);
    expect((await bySub('ice')).body[0].id).toBe(ice.id);
  });

  test('reject a taken name, the name Others, and targets of another category', async () => {
    const category = await newCategory('Tides', 'Ferries');
    const other = await newCategory('Ice');
    const tides = subIdOf(category, 'Tides');
    const answers = [
      await desk.put(`${category.id}/sub-categories/${tides}`, { name: 'ferries' }),
      await desk.put(`${category.id}/sub-categories/${tides}`, { name: 'others' }),
      await desk.put(`${other.id}/sub-categories/${tides}`, { name: 'Elsewhere' }),
      await editor.delete(`/api/categories/${category.id}/sub-categories/${tides}?into=${subIdOf(other, 'Ice')}`),
      await editor.delete(`/api/categories/${category.id}/sub-categories/${tides}?into=${tides}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 404, 404, 422]);
    expect(await desk.find(category.id)).toEqual(category);
  });
});

test('usage counts drafts and the trash, for the newsroom', async () => {
  const category = await newCategory('Tides');
  await storyIn(category, 'Tides', { status: 'draft' });
  const { id } = await storyIn(category, 'Tides');
  await editor.delete(`/api/admin/${id}`);
  const { body } = await editor.get('/api/categories/usage');
  expect(body.categories).toContainEqual({ id: category.id, stories: 2 });
  expect(body.sub_categories).toContainEqual({ id: subIdOf(category, 'Tides'), stories: 2 });
});

test('a saved layout is in the audit log, with the order before and after', async () => {
  const category = await newCategory();
  const ids = [];
  for (const news_submenu of ['Ice', 'Snow']) ids.push((await storyIn(category, 'Others', { news_submenu })).id);
  const sections = [{ category: category.name, ids, before: ids.toReversed() }];
  expect((await editor.json('PUT', '/api/board', { sections })).status).toBe(200);
  const admin = await site.as('admin');
  const { body } = await admin.get('/api/audit?search=board.arranged');
  expect(body.acts[0]).toMatchObject({
    action: 'board.arranged',
    subject: 'board',
    details: { [category.name]: `${ids.toReversed().join(' ')} → ${ids.join(' ')}` },
  });
});
