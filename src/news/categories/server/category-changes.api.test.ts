import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { categoryClient, createCategory, createStoryIn, eventsOf, subIdOf } from '#test/factories/categories.ts';
import { createStory, storyFields } from '#test/factories/stories.ts';
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
describe('renaming a category', () => {
  test('works: the old name and address lead to it, in calls, feeds and forms', async () => {
    const category = await newCategory('Tides');
    const { id } = await storyIn(category, 'Tides');
    const { status, body } = await desk.put(`${category.id}`, { name: 'Harbour', version: category.version });
    expect([status, body.name, body.slug, body.version]).toEqual([200, 'Harbour', 'harbour', category.version + 1]);
    expect((await desk.stories(category.name)).body.map((item: { id: number }) => item.id)).toEqual([id]);
    expect((await desk.stories('harbour')).body[0].news_category).toBe('Harbour');
    const feed = await site.visitor.get(`/category/${category.slug}/feed.xml`);
    expect([feed.status, feed.headers.get('location')]).toEqual([301, '/category/harbour/feed.xml']);
    // A form that was opened before sends the old name.
    const saved = await editor.form('PUT', `/api/admin/${id}`, { news_category: category.name });
    expect(saved.body).toMatchObject({ news_category: 'Harbour', news_sub_category: 'Tides' });
    const late = await editor.form('POST', '/api/admin', {
      ...storyFields({ news_category: category.name, news_sub_category: 'Tides' }),
    });
    expect([late.status, late.body.news_category]).toEqual([201, 'Harbour']);
    expect(await acts(category.id)).toContainEqual(
      expect.objectContaining({ action: 'category.renamed', details: { from: category.name, to: 'Harbour' } }),
    );
  });

  test('works: a new category takes an old name and wins; the name leads back when that one is gone', async () => {
    const category = await newCategory();
    const { id } = await storyIn(category, 'Others', { news_submenu: 'Ice' });
    await desk.put(`${category.id}`, { name: `${category.name} renamed` });
    const taken = await editor.json('POST', '/api/categories', { name: category.name });
    expect([taken.status, (await desk.stories(category.slug)).body]).toEqual([201, []]);
    expect((await editor.delete(`/api/categories/${taken.body.id}`)).status).toBe(200);
    expect((await desk.stories(category.slug)).body.map((item: { id: number }) => item.id)).toEqual([id]);
    const back = await desk.put(`${category.id}`, { name: category.name });
    expect(back.body.slug).toBe(category.slug);
  });

  test('rejects a name that is taken, names with reserved characters, and a new name for Others', async () => {
    const category = await newCategory();
    const answers = [
      await desk.put(`${category.id}`, { name: 'sports news' }),
      await desk.put(`${category.id}`, { name: 'A/B' }),
      await desk.put(`${category.id}`, { name: 'x'.repeat(61) }),
      await desk.put(`${category.id}`, { name: '  ' }),
      await desk.put(`${(await desk.others()).id}`, { name: 'Rest' }),
      await desk.put('999999', { name: 'Nowhere' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 422, 422, 422, 409, 404]);
    expect((await desk.find(category.id)).name).toBe(category.name);
    expect(answers[4]?.body.error).toContain('Others');
  });

  test('rejects a change that is based on an outdated version, and returns the category as it is now', async () => {
    const category = await newCategory('Tides');
    const { version } = category;
    const tides = subIdOf(category, 'Tides');
    expect((await desk.put(`${category.id}`, { hidden: true, version })).status).toBe(200);
    const calls = [
      await desk.put(`${category.id}`, { name: 'Later', version }),
      await desk.put(`${category.id}/sub-categories/${tides}`, { name: 'Later', version }),
      await desk.merge(category.id, { into: (await desk.others()).id, version }),
      await editor.delete(`/api/categories/${category.id}?version=${version}`),
      await editor.delete(`/api/categories/${category.id}/sub-categories/${tides}?version=${version}`),
    ];
    expect(calls.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
    expect(calls[0]?.body.current).toMatchObject({ id: category.id, hidden: true, version: version + 1 });
  });
});

describe('names in other languages', () => {
  test('work: they win over the catalogue, an empty one falls back', async () => {
    const admin = await site.as('admin');
    const sports = (await desk.list()).find(({ slug }) => slug === 'sports-news') as Category;
    const { body } = await desk.put(`${sports.id}`, { names: { hi: 'खेल-कूद', ta: '' } });
    expect(body.names).toEqual({ hi: 'खेल-कूद' });
    const result = await createStory(admin, { news_title: 'Quondam final' });
    const label = async (language: string) => {
      const found = await site.visitor.get('/api/search?q=quondam', { 'accept-language': language });
      return found.body.results.find(({ id }: { id: number }) => id === result.id)?.label;
    };
    expect([await label('hi'), await label('ta')]).toEqual(['खेल-कूद', 'விளையாட்டு']);
    await desk.put(`${sports.id}`, { names: { hi: '' } });
    expect(await label('hi')).toBe('खेल समाचार');
  });

  test('reject a name that is too long', async () => {
    const category = await newCategory();
    expect((await desk.put(`${category.id}`, { names: { hi: 'क'.repeat(61) } })).status).toBe(422);
  });
});

describe('ordering', () => {
  test('works for categories and for the sub-categories of one', async () => {
    const before = (await desk.list()).map(({ id }) => id);
    const ids = before.toReversed();
    expect((await desk.put('order', { ids, before })).status).toBe(200);
    expect((await desk.list()).map(({ id }) => id)).toEqual(ids);
    const category = await newCategory('One', 'Two', 'Three');
    const sub_order = ['Three', 'One', 'Two'].map((name) => subIdOf(category, name));
    const { body } = await desk.put(`${category.id}`, { sub_order, version: category.version });
    expect(body.sub_categories.map(({ name }: { name: string }) => name)).toEqual(['Three', 'One', 'Two']);
    expect((await acts(category.id))[0].action).toBe('sub_categories.ordered');
    await desk.put('order', { ids: [...before, category.id] });
  });

  test('rejects an order based on an outdated one, and one that lacks a category', async () => {
    const before = (await desk.list()).map(({ id }) => id);
    const { status } = await desk.put('order', { ids: before, before: before.toReversed() });
    const lacking = await desk.put('order', { ids: before.slice(1), before });
    const repeated = await desk.put('order', { ids: [...before.slice(1), before[1]], before });
    expect([status, lacking.status, repeated.status]).toEqual([409, 409, 409]);
    const category = await newCategory('One', 'Two');
    expect((await desk.put(`${category.id}`, { sub_order: [subIdOf(category, 'One')] })).status).toBe(409);
  });
});

test('a hidden category is in no sitemap; its stories and their list stay public', async () => {
  const category = await newCategory();
  const { id } = await storyIn(category, 'Others', { news_submenu: 'Ice' });
  const sitemap = async () => Buffer.from((await site.visitor.get('/sitemaps/categories.xml')).body).toString();
  expect(await sitemap()).toContain(category.slug);
  expect((await desk.put(`${category.id}`, { hidden: true })).body.hidden).toBe(true);
  expect(await sitemap()).not.toContain(category.slug);
  expect((await desk.stories(category.slug)).body).toHaveLength(1);
  expect((await site.visitor.get(`/api/admin/${id}`)).status).toBe(200);
  await desk.put(`${category.id}`, { hidden: false });
  const actions = (await acts(category.id)).map(({ action }: { action: string }) => action);
  expect(actions).toEqual(['category.shown', 'category.hidden', 'category.created']);
});

test.each([
  ['GET', 'usage', undefined],
  ['PUT', 'order', { ids: [1] }],
  ['PUT', '1', { name: 'Mine' }],
  ['POST', '1/merge', { into: 2 }],
  ['DELETE', '1?into=2', undefined],
  ['PUT', '1/sub-categories/1', { name: 'Mine' }],
  ['DELETE', '1/sub-categories/1?into=others', undefined],
] as const)('%s /api/categories/%s refuses visitors and members', async (method, path, body) => {
  const before = await desk.list();
  for (const [client, expected] of [
    [site.visitor, 401],
    [await site.as('reader'), 403],
  ] as const) {
    const url = `/api/categories/${path}`;
    const answer = body ? await client.json(method, url, body) : await client.send(method, url);
    expect(answer.status).toBe(expected);
  }
  expect(await desk.list()).toEqual(before);
});
