import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../client.ts';
import { categoryClient, createCategory, createStoryIn, subIdOf } from '../factories/categories.ts';
import { builtSiteForFile, read } from './site.ts';

const site = builtSiteForFile();
let admin: Client;
let desk: ReturnType<typeof categoryClient>;
beforeAll(async () => {
  admin = await site.as('admin');
  desk = categoryClient(admin);
});

const answer = async (path: string) => {
  const { status, headers } = await site.visitor.send('GET', path, { redirect: 'manual' });
  return [status, headers.get('location')];
};

test('a former address of a category redirects in every language and on every page of the list', async () => {
  const { id, slug } = await createCategory(admin, 'Tides');
  const { body } = await desk.put(id, { name: 'बंदरगाह और तट' });
  const now = encodeURIComponent(body.slug);
  expect(await answer(`/category/${slug}`)).toEqual([301, `/category/${now}`]);
  expect(await answer(`/hi/category/${slug}`)).toEqual([301, `/hi/category/${now}`]);
  expect(await answer(`/category/${slug}?after=1795000000000-42`)).toEqual([
    301,
    `/category/${now}?after=1795000000000-42`,
  ]);
  expect(await answer(`/category/${slug}/subcategory/tides`)).toEqual([301, `/category/${now}/subcategory/tides`]);
  expect(await answer(`/category/${slug}/subcategory/gossip`)).toEqual([404, null]);
  // Browsers and proxies revalidate, because another category may take the name.
  const { headers } = await site.visitor.send('GET', `/category/${slug}`, { redirect: 'manual' });
  expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  await admin.json('POST', '/api/categories', { name: slug.replaceAll('-', ' ') });
  expect((await answer(`/category/${slug}`))[0]).toBe(200);
});

test('former addresses of sub-categories and of merged and deleted categories redirect', async () => {
  const [into, merged, deleted] = [
    await createCategory(admin, 'Ferries'),
    await createCategory(admin, 'Tides'),
    await createCategory(admin, 'Ice', 'Ferries'),
  ];
  for (const sub of ['Ice', 'Ferries']) await createStoryIn(admin, deleted, sub);
  await desk.put(`${merged.id}/sub-categories/${subIdOf(merged, 'Tides')}`, { name: 'Sea levels' });
  expect(await answer(`/category/${merged.slug}/subcategory/tides`)).toEqual([
    301,
    `/category/${merged.slug}/subcategory/sea-levels`,
  ]);
  await desk.merge(merged.id, { into: into.id });
  await desk.remove(`${deleted.id}?into=${into.id}`);
  const target = `/category/${into.slug}`;
  expect(await answer(`/category/${merged.slug}/subcategory/tides`)).toEqual([301, `${target}/subcategory/sea-levels`]);
  expect(await answer(`/category/${deleted.slug}`)).toEqual([301, target]);
  expect(await answer(`/category/${deleted.slug}/subcategory/ferries`)).toEqual([301, `${target}/subcategory/ferries`]);
  expect(await answer(`/category/${deleted.slug}/subcategory/ice`)).toEqual([301, `${target}/subcategory/others`]);
});

test('a hidden category is not in the bar and on the board; its page stays', async () => {
  const category = await createCategory(admin);
  const story = await createStoryIn(admin, category, 'Others', { news_submenu: 'Ice' });
  const board = async () => (await read(site.visitor, '/news')).html;
  expect(await board()).toContain(`/category/${category.slug}"`);
  await desk.put(category.id, { hidden: true });
  const html = await board();
  expect([html.includes(`/category/${category.slug}"`), html.includes(story.news_title)]).toEqual([false, false]);
  expect((await read(site.visitor, `/category/${category.slug}`)).html).toContain(story.news_title);
  expect((await read(site.visitor, `/news/${story.id}`)).status).toBe(200);
});

test('the order and the names in other languages are those of the newsroom', async () => {
  const category = await createCategory(admin, 'Tides');
  await createStoryIn(admin, category, 'Tides');
  await desk.put(category.id, { names: { hi: 'बंदरगाह डेस्क' } });
  await desk.put(`${category.id}/sub-categories/${subIdOf(category, 'Tides')}`, { names: { hi: 'ज्वार' } });
  const ids = (await desk.list()).map(({ id }) => id);
  await desk.put('order', { ids: [category.id, ...ids.filter((id) => id !== category.id)] });
  const { html } = await read(site.visitor, '/hi/news');
  expect(html).toContain('बंदरगाह डेस्क');
  expect(html).toContain('ज्वार');
  expect(html.indexOf('बंदरगाह डेस्क')).toBeLessThan(html.indexOf('/hi/category/sports-news'));
  expect((await read(site.visitor, '/news')).html).not.toContain('बंदरगाह डेस्क');
});
