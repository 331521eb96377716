import { beforeAll, expect, test } from 'vitest';
import { createStory } from '../factories/stories.ts';
import { builtSiteForFile, read } from './site.ts';

const site = builtSiteForFile();
let story: { id: number };

beforeAll(async () => {
  story = await createStory(await site.as('editor'));
});

/** The feeds linked in a page's head, in order. */
const feedsOf = (html: string) =>
  [
    ...html.slice(0, html.indexOf('<body')).matchAll(/<link (?=[^>]*type="application\/[a-z]+\+)[^>]*href="([^"]+)"/g),
  ].map(([, path]) => path);

const ofThePaper = ['/feed.xml', '/atom.xml', '/feed.json'];

test.each([
  '/',
  '/news',
  '/news/:id',
  '/e-paper',
  '/research',
  '/publication',
  '/search?q=rain',
  '/college',
  '/about',
  '/enroll',
  '/payment',
  '/login',
  '/nothing/here',
])('%s links to the newspaper’s feeds', async (path) => {
  const { html } = await read(site.visitor, path.replace(':id', String(story.id)));
  expect(feedsOf(html)).toEqual(ofThePaper);
});

test.each(['/category/sports-news', '/category/sports-news/subcategory/cricket'])(
  '%s links to its category’s feeds first',
  async (path) => {
    const { html } = await read(site.visitor, path);
    expect(feedsOf(html)).toEqual([...ofThePaper.map((feed) => `/category/sports-news${feed}`), ...ofThePaper]);
  },
);

test('pages in another language link to the feeds of that language', async () => {
  expect(feedsOf((await read(site.visitor, '/hi/news')).html)).toEqual(ofThePaper.map((feed) => `/hi${feed}`));
  expect(feedsOf((await read(site.visitor, '/ur/category/sports-news')).html)).toEqual([
    ...ofThePaper.map((feed) => `/ur/category/sports-news${feed}`),
    ...ofThePaper.map((feed) => `/ur${feed}`),
  ]);
});
