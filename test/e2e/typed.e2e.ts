// Form fields survive the end of a session, and are shown to no other user.
import type { Page, Route } from '@playwright/test';
import { addEdition } from '../factories/editions.ts';
import { expect, loaded, password, test } from './fixtures.ts';

const typedFields = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('fields:')));

test('a session that ends during form entry leads through the login back to the filled form', { tag: '@core' }, async ({
  page,
  login,
  site,
}) => {
  const client = await login('reader');
  await page.goto('/profile/edit');
  await page.getByLabel('Name', { exact: true }).fill('A long name, typed slowly');
  const { email } = (await client.get('/api/user/me')).body;
  // Ends the session at the call itself: an earlier request of the page would already leave the form.
  const ending = async (route: Route) => {
    await site.db.execute('UPDATE sessions SET ended_at = now()');
    await route.continue();
  };
  await page.route('**/api/newswings_update_profile', ending, { times: 1 });
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('Session expired. Please log in again.').first()).toBeVisible();
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/profile/edit');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('A long name, typed slowly');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
});

test('an editor’s draft survives the logout, and is shown to no other editor', { tag: '@core' }, async ({
  page,
  site,
}) => {
  const [first, second] = [await site.createUser('editor'), await site.createUser('editor')];
  const title = page.getByLabel('Title', { exact: true });
  const open = async (email: string) => {
    await page.goto('/admin?from=/admin-create');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(title).toBeVisible();
  };
  const logOut = async () => {
    await page.getByLabel('Your account').click();
    await page.getByRole('button', { name: 'Log Out' }).click();
    await expect(page).toHaveURL('/admin');
  };
  await open(first.email);
  await title.fill('Half a story');
  await page.waitForFunction(() => JSON.stringify(localStorage).includes('Half a story'));
  await logOut();
  await open(second.email);
  await expect(page.getByText('Half a story')).toHaveCount(0);
  await logOut();
  await open(first.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(title).toHaveValue('Half a story');
});

test('when a session ends before the text of a page is sent, it is back after login', async ({ page, site, login }) => {
  const path = `/e-paper/${await addEdition(await site.as('editor'), ['Night final'])}`;
  const { email } = (await (await login('editor')).get('/api/user/me')).body;
  const field = page.getByRole('textbox', { name: 'Page 1 as text' });
  const send = page.getByRole('button', { name: 'Save', exact: true }).last();
  const open = async () => {
    await page.getByText('Page 1 as text').click();
    await page.getByRole('button', { name: 'Correct the text' }).click();
  };
  await page.goto(path);
  await open();
  await field.fill('Typed slowly');
  // Otherwise a request in the background may detect first that the session has ended, and the button is gone.
  await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
  await loaded(page); // requests that began before are answered
  await site.db.execute('UPDATE sessions SET ended_at = now()');
  await send.click();
  await expect(page.getByText('Session expired. Please log in again.').first()).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.goto(`/admin?from=${encodeURIComponent(path)}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(path);
  await open();
  await expect(field).toHaveValue('Typed slowly');
  await send.click();
  await expect(page.getByText('Typed slowly').last()).toBeVisible();
  await expect.poll(() => typedFields(page)).toEqual([]);
});
