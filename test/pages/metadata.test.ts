import { expect, test } from 'vitest';
import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import { readHead } from './head.ts';
import { builtSiteForFile } from './site.ts';

const site = builtSiteForFile({ SITE_URL: 'http://paper.test' });

/** Checks the tags that every public page must have once in its head, and returns the head. */
async function checkedHead(path: string) {
  const head = await readHead(site.visitor, path);
  const { count, meta, canonical } = head;
  expect([count('title'), meta('description').length, meta('og:title').length], path).toEqual([1, 1, 1]);
  expect(canonical).toEqual([`http://paper.test${path}`]);
  expect(meta('og:url')).toEqual([`http://paper.test${path}`]);
  expect(meta('og:image')[0]).toMatch(/^http:\/\/paper\.test\/\S+\.(png|jpg)$/);
  expect(meta('twitter:card')).toEqual(['summary_large_image']);
  expect(meta('robots')[0]).toBe('max-image-preview:large');
  return head;
}

// Waits seconds for the crops of its picture, which a job makes and the head names.
test('a story has correct metadata, even with markup in its headline', async () => {
  const headline = 'Rain </script><script>window.broken = true</script> & "sun"';
  const { id } = await createStory(await site.as('editor'), {
    news_title: headline,
    author: 'Asha Rao',
    image: await pictureFile(1600, 1000),
  });
  const path = `/news/${id}`;
  await expect.poll(async () => (await readHead(site.visitor, path)).html.includes('-16x9.jpg')).toBe(true);
  const { html, meta, structured } = await checkedHead(path);
  expect(meta('og:type')).toEqual(['article']);
  expect(meta('og:title')).toEqual([headline]);
  const [article, crumbs] = structured;
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
  expect(html).not.toContain('<script>window.broken');
  for (const address of [...article.image, ...meta('og:image')])
    expect((await site.visitor.get(new URL(address).pathname)).headers.get('content-type'), address).toBe('image/jpeg');
});

test('the public pages have metadata', async () => {
  await createStory(await site.as('editor'));
  expect((await checkedHead('/news')).structured[0]).toMatchObject({ '@type': 'WebSite', name: 'News Wing' });
  for (const [path, crumbs] of [
    ['/category/sports-news', ['Sports News']],
    ['/category/sports-news/subcategory/cricket', ['Sports News', 'Cricket']],
  ] as const) {
    const { structured } = await checkedHead(path);
    expect(structured[0].itemListElement.map(({ name }: { name: string }) => name)).toEqual(crumbs);
  }
  for (const path of [
    '/e-paper',
    '/',
    '/research',
    '/publication',
    '/payment',
    '/enroll',
    '/college',
    '/about',
    '/grievance',
  ])
    await checkedHead(path);
  expect((await readHead(site.visitor, '/search')).meta('robots').at(-1)).toBe('noindex, follow');
});
