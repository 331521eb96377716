import { beforeAll, expect, test } from 'vitest';
import { feedEnough } from '#src/news/feeds/feeds.rules.ts';
import type { Client } from '#test/client.ts';
import { createCategory, createStoryIn } from '#test/factories/categories.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile({ SITE_URL: 'https://paper.test' });
let editor: Client;

const feed = async (path: string) => (await site.visitor.get(path)).body;
const titles = async (path: string): Promise<string[]> =>
  (await feed(path)).items.map(({ title }: { title: string }) => title);
const story = async (news_title: string, language: string, more: Record<string, string> = {}) =>
  String((await createStory(editor, { news_title, language, ...more })).id);

beforeAll(async () => {
  editor = await site.as('editor');
  const ferry = await story('Ferry', 'en');
  await story('नाव', 'hi', { version_of: ferry });
  await story('மழை', 'ta');
});

test('a feed of few stories in its language has others too, but no other version of these', async () => {
  expect(await titles('/feed.json')).toEqual(['மழை', 'Ferry']);
  expect(await titles('/hi/feed.json')).toEqual(['மழை', 'नाव']);
  expect(await titles('/gu/feed.json')).toEqual(['மழை', 'नाव', 'Ferry']);
});

test('a feed is in its language, and names each story by one id in all languages', async () => {
  const [english, hindi] = [
    await feed('/category/sports-news/feed.json'),
    await feed('/hi/category/sports-news/feed.json'),
  ];
  expect(hindi).toMatchObject({
    title: 'खेल समाचार - News Wing',
    language: 'hi-IN',
    home_page_url: 'https://paper.test/hi/category/sports-news',
    feed_url: 'https://paper.test/hi/category/sports-news/feed.json',
  });
  const [id] = [english.items[0].id];
  expect(hindi.items[0]).toMatchObject({ id, url: id.replace('/news/', '/hi/news/'), tags: ['खेल समाचार'] });
});

test('a subscriber or the paper can choose only this language, or all', async () => {
  expect(await titles('/hi/feed.json?languages=only')).toEqual(['नाव']);
  expect(await titles('/hi/feed.json?languages=all')).toEqual(['மழை', 'नाव', 'Ferry']);
  expect(await titles('/gu/feed.json?languages=only')).toHaveLength(3); // none in Gujarati
  expect(await titles('/hi/feed.json?languages=some')).toEqual(['மழை', 'नाव']);
  const admin = await site.as('admin');
  const set = (value: string | null) =>
    admin.json('PUT', '/api/settings', { values: { 'news.language_order': value } });
  await set('only');
  expect(await titles('/hi/feed.json')).toEqual(['नाव']);
  await set(null);
  expect(await titles('/hi/feed.json')).toEqual(['மழை', 'नाव']);
});

test('a feed with enough stories in its language has no others', async () => {
  const category = await createCategory(editor, 'Tides');
  await createStoryIn(editor, category, 'Tides', { news_title: 'Low' });
  const path = `/hi/category/${category.slug}/feed.json`;
  for (let n = 1; n < feedEnough; n++)
    await createStoryIn(editor, category, 'Tides', { news_title: `ज्वार ${n}`, language: 'hi' });
  expect(await titles(path)).toContain('Low');
  await createStoryIn(editor, category, 'Tides', { news_title: 'ज्वार', language: 'hi' });
  const full = await titles(path);
  expect([full.length, full.includes('Low')]).toEqual([feedEnough, false]);
});

test('former addresses of a category lead to the feed in the same language; unknown languages have none', async () => {
  const category = await createCategory(editor);
  const { version } = (await editor.get('/api/categories')).body.find(({ id }: { id: number }) => id === category.id);
  await editor.json('PUT', `/api/categories/${category.id}`, { name: `${category.name} sea`, version });
  const { status, headers } = await site.visitor.get(`/hi/category/${category.slug}/feed.xml`);
  expect([status, headers.get('location')]).toEqual([301, `/hi/category/${category.slug}-sea/feed.xml`]);
  for (const path of ['/en/feed.xml', '/fr/feed.xml', '/hi/category/gossip/feed.xml'])
    expect((await site.visitor.get(path)).status, path).toBe(404);
  const admin = await site.as('admin');
  await admin.json('PUT', '/api/settings', { values: { 'site.languages': 'hi' } });
  const withdrawn = await site.visitor.get('/ur/category/business/atom.xml');
  expect([withdrawn.status, withdrawn.headers.get('location')]).toEqual([302, '/category/business/atom.xml']);
  await admin.json('PUT', '/api/settings', { values: { 'site.languages': null } });
});
