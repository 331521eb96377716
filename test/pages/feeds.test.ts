import { beforeAll, expect, test } from 'vitest';
import { createStory } from '../factories/stories.ts';
import { readHead } from './head.ts';
import { builtSiteForFile } from './site.ts';

const site = builtSiteForFile();
let story: { id: number };

beforeAll(async () => {
  story = await createStory(await site.as('editor'));
});

const feedsOf = (title: string, path = '') => [
  [title, 'application/rss+xml', `${path}/feed.xml`],
  [title, 'application/atom+xml', `${path}/atom.xml`],
  [title, 'application/feed+json', `${path}/feed.json`],
];

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
  '/grievance',
  '/payment',
  '/login',
  '/nothing/here',
])('%s links to the newspaper’s feeds', async (path) => {
  const { feeds } = await readHead(site.visitor, path.replace(':id', String(story.id)));
  expect(feeds).toEqual(feedsOf('News Wing'));
});

test.each(['/category/sports-news', '/category/sports-news/subcategory/cricket'])(
  '%s links to its category’s feeds first',
  async (path) => {
    const { feeds } = await readHead(site.visitor, path);
    expect(feeds).toEqual([...feedsOf('Sports News - News Wing', '/category/sports-news'), ...feedsOf('News Wing')]);
    for (const [, , address = ''] of feeds) expect((await site.visitor.get(address)).status, address).toBe(200);
  },
);

test('pages in another language link to the feeds of that language', async () => {
  expect((await readHead(site.visitor, '/hi/news')).feeds).toEqual(feedsOf('News Wing', '/hi'));
  expect((await readHead(site.visitor, '/ur/category/sports-news')).feeds).toEqual([
    ...feedsOf('کھیل کی خبریں - News Wing', '/ur/category/sports-news'),
    ...feedsOf('News Wing', '/ur'),
  ]);
});
