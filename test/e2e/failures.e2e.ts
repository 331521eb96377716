import type { Page } from '@playwright/test';
import { initialRegion } from '#src/epaper/clips/clips.rules.ts';
import { addEdition } from '../factories/editions.ts';
import { createStory } from '../factories/stories.ts';
import { setUpApp } from '../factories/two-step.ts';
import { expect, loaded, test, waitForHydration } from './fixtures.ts';

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
  // Client-side navigation: a link would load the whole page, and the browser would show its own error.
  await page.getByLabel('Your account').click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await seeInstead(page, undefined, 'You are offline', 'It comes back with it');
  consoleErrors.length = 0; // the browser logs the failure too
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login');
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
