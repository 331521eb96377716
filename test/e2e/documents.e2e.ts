// Pages to read are documents: what their frame does without the application, and with its islands. Journeys, which take more than
// two seconds, because scripts that come late, a page load with what it hands over, and other tabs exist in a browser only.
import type { Page } from '@playwright/test';
import { expect, password, test, waitForHydration } from './fixtures.ts';

const menu = (page: Page) => page.locator('.top-strip .menu').last();

test('a visitor presses "Log Out" before any script has come, and reads on the login that he is not logged in', {
  tag: '@core',
}, async ({ page }) => {
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/college', { waitUntil: 'commit' });
  await menu(page).locator('summary').click();
  await menu(page).getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL('/college');
  scripts.resolve();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('You are not logged in')).toBeVisible();
});

test('until something is pressed React is not loaded, and the theme changes without it', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto('/about');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Light or dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(loaded.filter((path) => path.startsWith('/assets/react-'))).toEqual([]);
  await menu(page).locator('summary').focus();
  await expect.poll(() => loaded.filter((path) => path.startsWith('/assets/react-'))).toHaveLength(1);
});

test('the publication item asks a visitor to log in and then opens, and takes a member’s page along', async ({
  page,
  site,
}) => {
  const { email } = await site.createUser('reader');
  await page.goto('/university');
  await page.getByRole('link', { name: 'publication', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await waitForHydration(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/publication');
  await page.goto('/college');
  await page.getByRole('link', { name: 'publication', exact: true }).click();
  await expect(page).toHaveURL('/publication');
  await expect.poll(() => page.evaluate(() => history.state?.usr)).toEqual({ from: '/college' });
});

test('a document shows a member his menu and staff their entries, and follows a logout in another tab', async ({
  page,
  context,
  login,
}) => {
  await login('editor');
  await page.goto('/terms');
  await expect(page.getByRole('link', { name: 'Post News' })).toBeVisible();
  await expect(page.locator('.top-strip > .page > a', { hasText: 'Log in' })).toBeHidden();
  const other = await context.newPage();
  await other.goto('/privacy');
  await waitForHydration(other);
  await menu(other).locator('summary').click();
  await menu(other).getByRole('button', { name: 'Log Out' }).click();
  await expect(other).toHaveURL('/admin');
  await expect(page.getByRole('link', { name: 'Post News' })).toHaveCount(0);
  await expect(page.locator('.top-strip > .page > a', { hasText: 'Log in' })).toBeVisible();
});
