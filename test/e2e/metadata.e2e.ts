import type { Page } from '@playwright/test';
import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';

test.use({ env: { SITE_URL: 'http://paper.test' } });

const meta = (page: Page, property: string) => page.locator(`meta[property="${property}"]`).getAttribute('content');
const canonical = (page: Page) => page.locator('link[rel="canonical"]').getAttribute('href');
const structured = async (page: Page) => {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.flatMap((text) => JSON.parse(text)['@graph']);
};

/** Checks the tags that every public page must have once in its head. */
async function checkHead(page: Page, path: string) {
  for (const selector of ['title', 'meta[name="description"]', 'link[rel="canonical"]', 'meta[property="og:title"]'])
    await expect(page.locator(selector), `${path} ${selector}`).toHaveCount(1);
  expect(await canonical(page)).toBe(`http://paper.test${path}`);
  expect(await meta(page, 'og:url')).toBe(`http://paper.test${path}`);
  expect(await meta(page, 'og:image')).toMatch(/^http:\/\/paper\.test\/\S+\.(png|jpg)$/);
  await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute('content', 'summary_large_image');
  await expect(page.locator('meta[name="robots"]').first()).toHaveAttribute('content', 'max-image-preview:large');
}

const feedLink = 'head link[rel="alternate"][type]';

/** Checks the feeds that a page links: these titles, in this order, each in three formats. */
async function checkFeeds(page: Page, path: string, titles: string[]) {
  const feeds = await page
    .locator(feedLink)
    .evaluateAll((links) => links.map((link) => [link.getAttribute('title'), link.getAttribute('type')]));
  const types = ['application/rss+xml', 'application/atom+xml', 'application/feed+json'];
  expect(feeds, path).toEqual(titles.flatMap((title) => types.map((type) => [title, type])));
}

test('a story has correct metadata, even with markup in its headline', async ({ page, site }) => {
  const editor = await site.as('editor');
  const headline = 'Rain </script><script>window.broken = true</script> & "sun"';
  const { id } = await createStory(editor, {
    news_title: headline,
    author: 'Asha Rao',
    image: await pictureFile(1600, 1000),
  });
  await expect
    .poll(async () => (await (await fetch(`${site.address}/news/${id}`)).text()).includes('-16x9.jpg'))
    .toBe(true);
  await page.goto(`/news/${id}`);
  await checkHead(page, `/news/${id}`);
  expect(await meta(page, 'og:type')).toBe('article');
  expect(await meta(page, 'og:title')).toBe(headline);
  const [article, crumbs] = await structured(page);
  expect(article).toMatchObject({
    '@type': 'NewsArticle',
    headline,
    author: [{ name: 'Asha Rao' }],
    isAccessibleForFree: true,
  });
  expect(article.datePublished).toMatch(/\+05:30$/);
  expect(article.image).toHaveLength(3);
  expect(crumbs.itemListElement.map(({ name }: { name: string }) => name)).toEqual([
    'Sports News',
    'Cricket',
    headline,
  ]);
  expect(await page.evaluate(() => 'broken' in window)).toBe(false);
  for (const address of [...article.image, await meta(page, 'og:image')])
    expect((await site.visitor.get(new URL(address).pathname)).headers.get('content-type'), address).toBe('image/jpeg');
});

test('the public pages have metadata and link to their feeds', async ({ page, site }) => {
  test.slow();
  const editor = await site.as('editor');
  await createStory(editor);
  await page.goto('/news');
  await checkHead(page, '/news');
  expect((await structured(page))[0]).toMatchObject({ '@type': 'WebSite', name: 'News Wing' });
  for (const [path, crumbs] of [
    ['/category/sports-news', ['Sports News']],
    ['/category/sports-news/subcategory/cricket', ['Sports News', 'Cricket']],
  ] as const) {
    await page.goto(path);
    await checkHead(page, path);
    const [list] = await structured(page);
    expect(list.itemListElement.map(({ name }: { name: string }) => name)).toEqual(crumbs);
    await checkFeeds(page, path, ['Sports News - News Wing', 'News Wing']);
    for (const link of await page.locator(feedLink).all())
      expect((await site.visitor.get((await link.getAttribute('href')) ?? '')).status).toBe(200);
  }
  const others = [
    '/e-paper',
    '/',
    '/research',
    '/publication',
    '/payment',
    '/enroll',
    '/college',
    '/about',
    '/grievance',
  ];
  for (const path of others) {
    await page.goto(path);
    await checkHead(page, path);
    await checkFeeds(page, path, ['News Wing']);
  }
  for (const path of ['/news', '/login', '/nothing/here', '/search']) {
    await page.goto(path);
    await checkFeeds(page, path, ['News Wing']);
  }
  await expect(page.locator('meta[name="robots"]').last()).toHaveAttribute('content', 'noindex, follow');
});

test('a page reached by client-side navigation has its own head', async ({ page, site }) => {
  const { id } = await createStory(await site.as('editor'), { news_title: 'Rain' });
  await page.goto('/news');
  await page.getByRole('link', { name: 'Rain' }).click();
  await expect(page).toHaveURL(`/news/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rain');
  await checkHead(page, `/news/${id}`);
});
