import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';

test('a deletion that cannot be undone says so', async ({ page, login, complaints }) => {
  await createStory(await login('editor'), { news_title: 'Mistake' });
  await page.goto('/admin-news');
  await page.route('**/api/trash/*/restore', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Delete: Mistake' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The post could not be restored.')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a form that has no categories says so', async ({ page, login }) => {
  const { id } = await createStory(await login('editor'));
  await page.route('**/api/categories', (route) => route.fulfill({ status: 404, json: {} }));
  for (const path of ['/admin-create', `/admin/edit/${id}`]) {
    await page.goto(path);
    await expect(page.getByRole('alert')).toHaveText('The categories could not be loaded.');
  }
});

test('a link that cannot be copied says so', async ({ page, site }) => {
  const { id } = await createStory(await site.as('editor'));
  // As browsers have it on a page without TLS.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto(`/news/${id}`);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('The link could not be copied.')).toBeVisible();
});

test('a category that cannot be read says so of its stories and its sub-categories', async ({
  page,
  site,
  complaints,
}) => {
  await createStory(await site.as('editor'));
  await page.goto('/news');
  await page.route('**/category/sports-news.data**', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.getByRole('navigation', { name: 'News categories' }).getByRole('link', { name: 'Sports News' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to load posts.');
  await expect(page.getByText('/ failed to load subcategories')).toBeVisible();
  await page.unroute('**/category/sports-news.data**');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  complaints.length = 0; // the browser tells of the failure too
});
