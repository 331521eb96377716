import type { Page } from '@playwright/test';
import { initialRegion } from '#src/epaper/clips.rules.ts';
import { addEdition } from '../factories/editions.ts';
import { createStory } from '../factories/stories.ts';
import { setUpApp } from '../factories/two-step.ts';
import { expect, loaded, test, waitForHydration } from './fixtures.ts';

test('a failed undo of a deletion shows an error', async ({ page, login, consoleErrors }) => {
  await createStory(await login('editor'), { news_title: 'Mistake' });
  await page.goto('/admin-news');
  await page.route('**/api/trash/*/restore', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Delete: Mistake' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The post could not be restored.')).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('a form whose categories cannot be loaded shows an error', async ({ page, login }) => {
  const { id } = await createStory(await login('editor'));
  await page.route('**/api/categories', (route) => route.fulfill({ status: 404, json: {} }));
  for (const path of ['/admin-create', `/admin/edit/${id}`]) {
    await page.goto(path);
    await expect(page.getByRole('alert')).toHaveText('The categories could not be loaded.');
  }
});

test('a failed copy to the clipboard shows an error', async ({ page, site, login }) => {
  const { id } = await createStory(await site.as('editor'));
  const reader = await login('reader');
  const edition = await addEdition(await site.as('editor'), ['Night final']);
  const { code } = (await reader.json('POST', `/api/editions/${edition}/clips`, { page: 1, ...initialRegion })).body;
  // As in browsers on a page without TLS.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto(`/news/${id}`);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('The link could not be copied.')).toBeVisible();
  await page.goto(`/clip/${code}`);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('The link could not be copied.')).toBeVisible();
  await setUpApp(reader);
  await page.goto('/profile/security');
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Copying did not work. Save the codes as a file, or write them down.')).toBeVisible();
});

test('a category that cannot be loaded shows errors for its stories and its sub-categories', async ({
  page,
  site,
  consoleErrors,
}) => {
  await createStory(await site.as('editor'));
  await page.goto('/news');
  await waitForHydration(page);
  await page.route('**/category/sports-news.data**', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.getByRole('navigation', { name: 'News categories' }).getByRole('link', { name: 'Sports News' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to load posts.');
  await expect(page.getByText('/ failed to load subcategories')).toBeVisible();
  await page.unroute('**/category/sports-news.data**');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  consoleErrors.length = 0; // the browser logs the failure too
});

/** Checks an error page: its heading, its advice, and its links. */
async function seeInstead(page: Page, status: string | undefined, heading: string, next: string | RegExp) {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page).toHaveTitle(`${heading} - News Wing`);
  await expect(main.locator('.kicker')).toHaveText(status ? [status] : []);
  await expect(main.getByText(next)).toBeVisible();
  await expect(main.getByRole('link', { name: "Today's news" })).toHaveAttribute('href', '/news');
  await expect(main.getByRole('link', { name: 'Home page' })).toHaveAttribute('href', '/');
}

test('an admin page shows an editor that access is denied, and where to log in', async ({ page, login }) => {
  await login('editor');
  for (const [path, sentence] of [
    ['/admin/enquiries', 'The enquiries could not be loaded.'],
    ['/admin/settings', 'The settings could not be loaded.'],
    ['/admin/pages/about', 'The page could not be loaded.'],
    ['/admin/jobs', 'The background work could not be loaded.'],
  ] as const) {
    const refusal = page.waitForResponse((answer) => answer.status() === 403);
    await page.goto(path);
    await refusal;
    await seeInstead(page, '403', 'This page is not open to you', 'If that is you, log in and come back.');
    await expect(page.getByRole('alert')).toHaveText(sentence);
    const logIn = page.getByRole('main').getByRole('link', { name: 'Log in' });
    await expect(logIn).toHaveAttribute('href', `/login?from=${encodeURIComponent(path)}`);
  }
});

test('a rate-limited reader sees when to retry, and succeeds afterwards', async ({ page, site }) => {
  const { id } = await createStory(await site.as('editor'), { news_title: 'Nets at dawn' });
  await page.goto('/news');
  await waitForHydration(page);
  // As a proxy in front of the site would answer.
  await page.route(`**/news/${id}.data*`, (route) => route.fulfill({ status: 429, body: '' }));
  await page.getByRole('link', { name: 'Nets at dawn' }).click();
  await seeInstead(page, '429', 'Too many requests at once', 'Please wait a minute and load the page again.');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nets at dawn');
});

test('a page requested offline says so, and loads by itself once the network is back', { tag: '@core' }, async ({
  page,
  context,
  consoleErrors,
}) => {
  await page.goto('/category/india');
  await waitForHydration(page);
  await context.setOffline(true);
  // Client-side navigation, as in menus: a link would load the whole page, and the browser would show its own error.
  await page.getByText('publication', { exact: true }).filter({ visible: true }).click();
  await seeInstead(page, undefined, 'You are offline', 'It comes back with it');
  consoleErrors.length = 0; // the browser logs the failure too
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login');
});

for (const [name, status, json, says] of [
  [
    'in the words of the server',
    401,
    { code: 'unauthenticated', error: 'This account is closed.' },
    'This account is closed.',
  ],
  ['that gives no reason', 401, {}, 'Invalid credentials'],
  ['of a server that has failed', 502, {}, 'Login failed. Please try again.'],
] as const)
  test(`a failed admin login ${name} shows one reason in both form and toast`, async ({ page, consoleErrors }) => {
    await page.goto('/admin');
    await waitForHydration(page);
    await page.getByLabel('Email').fill('chief@news.test');
    await page.getByLabel('Password').fill('a quiet Tuesday');
    await page.route('**/api/admin_login', (route) => route.fulfill({ status, json }));
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.locator('.Toastify').getByText(says, { exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText([says]);
    consoleErrors.length = 0;
  });

test('a failed reader login shows the failure in the form and the reason in the toast', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/login');
  await waitForHydration(page);
  await page.getByLabel('Email').fill('asha@readers.test');
  await page.getByLabel('Password').fill('a quiet Tuesday');
  for (const [json, says] of [
    [{ code: 'unauthenticated', error: 'Wrong e-mail or password.' }, 'Wrong e-mail or password.'],
    [{}, 'Login failed. Please try again.'],
  ] as const) {
    await page.route('**/api/newswings_login', (route) => route.fulfill({ status: 401, json }));
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.locator('.Toastify').getByText(says, { exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(['An error occurred during login.']);
  }
  consoleErrors.length = 0;
});

test('a toast whose code cannot be loaded offline leaves the page intact, and works once online', async ({
  page,
  context,
  site,
  consoleErrors,
}) => {
  const { id } = await createStory(await site.as('editor'), { news_title: 'Rain' });
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto(`/news/${id}`);
  await loaded(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => consoleErrors.some((text) => text.includes('toast-container'))).toBe(true);
  await expect(page.getByRole('heading', { level: 1, name: 'Rain' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('The link could not be copied.').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Rain' })).toBeVisible();
  consoleErrors.length = 0; // the failure is logged
});
