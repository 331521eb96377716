// The reader on its screen: how much of it is the page, the keys, the table of contents, and articles as text.
import type { Page } from '@playwright/test';
import { addArticles, addEdition } from '../factories/editions.ts';
import { declarePayment, newUtr } from '../factories/payments.ts';
import type { TestSite } from '../site.ts';
import { expect, test, waitForHydration } from './fixtures.ts';

const text = (about: string) => `The ${about} was seen by many people on the quay. `.repeat(8);

const edition = async (site: TestSite) =>
  addArticles(
    await site.as('editor'),
    [
      [{ headline: 'Ferry sails late', text: text('ferry') }],
      [{ headline: 'Onion mandi opens', text: text('mandi') }],
      [
        { headline: 'Schools open libraries', text: text('marigold') },
        { headline: 'Jetty before the rains', text: text('jetty') },
      ],
    ],
    { title: 'Suryanagar', issue_date: '2026-11-21' },
  );

const stage = (page: Page) => page.getByRole('region', { name: 'The edition' });

/** The share of the screen that is not the open pages. */
const chrome = (page: Page) =>
  stage(page).evaluate((element) => {
    const { top, bottom, width } = element.getBoundingClientRect();
    const tools = document.querySelector('.reader-tools')?.getBoundingClientRect().bottom ?? 0;
    const visible = Math.min(bottom, innerHeight) - Math.max(top, tools, 0);
    return 1 - (visible * width) / (innerHeight * innerWidth);
  });

for (const [width, height] of [
  [360, 640],
  [768, 1024],
  [1280, 720],
] as const)
  test(`at ${width} by ${height} at most a fifth of the screen is not the page`, async ({ page, site }) => {
    const id = await edition(site);
    await page.setViewportSize({ width, height });
    await page.goto(`/e-paper/${id}`);
    expect(await chrome(page)).toBeLessThanOrEqual(0.2);
    await waitForHydration(page);
    expect(await chrome(page)).toBeLessThanOrEqual(0.2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.goto('/e-paper');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Read', exact: true }).click();
    await expect(page).toHaveURL(`/e-paper/${id}`);
    await expect.poll(() => chrome(page)).toBeLessThanOrEqual(0.2);
    const rows = await page.locator('.reader-tools').evaluate((tools) => tools.getBoundingClientRect().height);
    expect(rows).toBeLessThanOrEqual(56);
    expect(await page.locator('.reader-tools').evaluate((tools) => tools.getBoundingClientRect().top)).toBeLessThan(2);
  });

test('a card offers to read first, and to download second', async ({ page, site }) => {
  const id = await edition(site);
  await page.goto('/e-paper');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Suryanagar' }) });
  const read = card.getByRole('link', { name: 'Read', exact: true });
  await expect(read).toHaveAttribute('href', `/e-paper/${id}`);
  const order = [await read.boundingBox(), await card.getByRole('button', { name: 'Download' }).boundingBox()];
  expect(order[0]?.y).toBeLessThan(order[1]?.y ?? 0);
});

test('plus and Escape work before the page’s picture and scripts have loaded', async ({ page, site }) => {
  const id = await edition(site);
  const scripts = Promise.withResolvers<void>();
  const pictures = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', (route) => scripts.promise.then(() => route.continue()));
  await page.route('**/pages/**', (route) => pictures.promise.then(() => route.continue()));
  await page.goto(`/e-paper/${id}`, { waitUntil: 'commit' });
  await expect(stage(page)).toBeVisible();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  scripts.resolve();
  await expect(page.getByText('225 %', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('100 %', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.keyboard.press('+'); // the focus is on the button
  await expect(page.getByText('225 %', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  pictures.resolve();
  await page.getByRole('button', { name: 'Clip' }).click();
  await expect(page.getByLabel('Region of the clip')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Region of the clip')).toBeHidden();
  const field = page.getByLabel('Search in this edition');
  await field.fill('ferry + mandi');
  await expect(field).toHaveValue('ferry + mandi');
  await field.press('+');
  await expect(page.getByText('100 %', { exact: true })).toBeVisible();
});

test('a page that needs a plan shows its headlines, and the state of a payment', async ({
  page,
  site,
  login,
  checkAccessibility,
}) => {
  const id = await edition(site);
  await page.goto(`/e-paper/${id}?page=3`);
  const wall = page.locator('.paywall');
  await expect(wall.getByRole('listitem')).toHaveText(['Schools open libraries', 'Jetty before the rains']);
  await expect(page.getByText('marigold')).toHaveCount(0);
  await checkAccessibility();
  await (await site.as('admin')).json('PUT', '/api/settings', { values: { 'plans.policy': 'strict' } });
  await declarePayment(await login('reader'), 'weekly', { utr: newUtr() });
  await page.reload();
  await expect(wall.getByRole('status')).toHaveText(/^Your payment is waiting for confirmation\./);
  await expect(wall.getByRole('link', { name: 'Log in' })).toHaveCount(0);
});

test('from the table of contents to the text of an article, and to its page', { tag: '@core' }, async ({
  page,
  browser,
  site,
  login,
  checkAccessibility,
}) => {
  const id = await edition(site);
  const visitor = await (await browser.newContext({ javaScriptEnabled: false, baseURL: site.address })).newPage();
  await visitor.goto(`/e-paper/${id}`);
  await visitor.getByRole('link', { name: 'Contents' }).click();
  await expect(visitor.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Page 1',
    'Page 2',
    'Page 3, with a plan',
  ]);
  await visitor.getByRole('link', { name: 'Ferry sails late' }).click();
  await expect(visitor.getByText('The ferry was seen by many people')).toBeVisible();
  await visitor.getByRole('link', { name: 'Read page 1 of the edition' }).click();
  await visitor.getByRole('link', { name: 'Open the story: Ferry sails late' }).click();
  await expect(visitor).toHaveURL(`/e-paper/${id}/articles/1/1`);
  await visitor.goto(`/e-paper/${id}/articles/3/1`);
  await expect(visitor.getByRole('heading', { name: 'Page 3 needs a plan' })).toBeVisible();
  expect(await visitor.content()).not.toContain('marigold');
  expect((await visitor.goto(`/e-paper/${id}/articles/3/9`))?.status()).toBe(404);

  await declarePayment(await login('reader'));
  await page.goto(`/e-paper/${id}/contents`);
  await checkAccessibility();
  await page.getByRole('link', { name: 'Schools open libraries' }).click();
  await expect(page.getByText('The marigold was seen by many people')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Page 3 needs a plan' })).toBeHidden();
  await checkAccessibility();
  await page.getByRole('link', { name: 'Next article Jetty before the rains' }).click();
  await expect(page.getByText('The jetty was seen by many people')).toBeVisible();
});

test('an edition without headlines says so', async ({ page, site }) => {
  const id = await addEdition(await site.as('editor'), ['Night final']);
  await page.goto(`/e-paper/${id}/contents`);
  await expect(page.getByText('The headlines of this edition are not known.')).toBeVisible();
});

// The longest words, and those from right to left; THOROUGH=1 looks at all languages.
for (const language of process.env.THOROUGH ? ['en', 'hi', 'ur', 'ta', 'bn', 'te', 'mr', 'gu'] : ['ur', 'ta'])
  test(`the tools fit in one row at every width: ${language}`, async ({ page, site }) => {
    const id = await addEdition(
      await site.as('editor'),
      Array.from({ length: 12 }, () => 'Night final'),
      { title: 'Suryanagar, the city and its villages' },
    );
    await page.goto(`${language === 'en' ? '' : `/${language}`}/e-paper/${id}?page=11`);
    for (const width of [320, 360, 768, 1024, 1280, 1440, 1600]) {
      await page.setViewportSize({ width, height: 720 });
      const tools = page.locator('.reader-tools');
      expect(await tools.evaluate((row) => row.scrollWidth - row.clientWidth), `${width} px`).toBe(0);
    }
  });
