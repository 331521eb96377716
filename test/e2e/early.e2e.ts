// On a slow connection a page is read and used before its scripts arrive.
import type { Page } from '@playwright/test';
import { addEdition } from '../factories/editions.ts';
import { declarePayment } from '../factories/payments.ts';
import { expect, password, test, waitForHydration } from './fixtures.ts';

/** Opens a page whose scripts are held back until `letThrough`. */
async function openEarly(page: Page, path: string) {
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return {
    letThrough: async () => {
      await expect(page.locator('html[data-hydrated]')).toHaveCount(0);
      scripts.resolve();
      await waitForHydration(page);
    },
  };
}

test('a form submitted before hydration is sent, and never through the URL', async ({ page, site }) => {
  const { email } = await site.createUser('reader');
  const { letThrough } = await openEarly(page, '/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  expect(new URL(page.url()).search).toBe('');
  await letThrough();
  await expect(page).toHaveURL('/news');
});

test('a button pressed before hydration acts for the logged-in reader', { tag: '@core' }, async ({
  page,
  site,
  login,
}) => {
  await addEdition(await site.as('editor'), ['Night final'], { title: 'Suryanagar' });
  await declarePayment(await login('reader'));
  const { letThrough } = await openEarly(page, '/e-paper');
  await page.getByRole('button', { name: 'Download' }).click();
  const saved = page.waitForEvent('download');
  await letThrough();
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
});

test('a date entered before hydration remains, with no console error', async ({ page }) => {
  const { letThrough } = await openEarly(page, '/register');
  await page.getByLabel('Date of birth').fill('1998-03-14');
  await letThrough();
  await expect(page.getByLabel('Date of birth')).toHaveValue('1998-03-14');
});

test('text and choices entered before hydration remain and are searched for', async ({ page, site, login }) => {
  await site.createUser('reader', { name: 'Dhruv Menon' });
  await login('admin');
  const people = await openEarly(page, '/admin/people');
  await page.getByLabel('Search name, e-mail or number').pressSequentially('dhruv');
  await people.letThrough();
  await expect(page.getByLabel('Search name, e-mail or number')).toHaveValue('dhruv');
  await expect(page.getByRole('row')).toHaveCount(2);
  const enquiries = await openEarly(page, '/admin/enquiries');
  await page.getByLabel('State', { exact: true }).selectOption({ index: 1 });
  await enquiries.letThrough();
  await expect(page).toHaveURL(/state=/);
});

test('the publication link asks a visitor to log in', async ({ page }) => {
  const { letThrough } = await openEarly(page, '/category/india');
  await page.getByText('publication', { exact: true }).filter({ visible: true }).click();
  await letThrough();
  await expect(page).toHaveURL('/login');
});

test('menus close on an outside click and on Escape, and a chosen language is remembered', async ({ page }) => {
  await openEarly(page, '/category/india');
  const study = page.getByRole('link', { name: 'Universities' });
  await page.getByText('Higher Educations & Research').click();
  await expect(study).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(study).toBeHidden();
  await page.getByText('Higher Educations & Research').click();
  await page.keyboard.press('Escape');
  await expect(study).toBeHidden();
  await expect(page.getByText('Higher Educations & Research')).toBeFocused();
  await page.getByLabel('Language').click();
  await page.getByRole('link', { name: 'हिन्दी' }).click();
  await expect(page).toHaveURL('/hi/category/india');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page).toHaveURL('/hi');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  for (const { path, button, list, link } of [
    { path: '/category/india', button: 'Sections', list: 'News categories', link: 'Business' },
    { path: '/research', button: 'Menu', list: 'Site', link: 'News Wing' },
  ])
    test(`a menu opened before hydration stays open: ${button}`, async ({ page }) => {
      const { letThrough } = await openEarly(page, path);
      const navigation = page.getByRole('navigation', { name: list });
      const opener = navigation.locator('summary').first();
      await expect(opener).toHaveAccessibleName(button);
      await opener.click();
      const choice = navigation.locator('ul').getByRole('link', { name: link, exact: true });
      await expect(choice).toBeVisible();
      await letThrough();
      await choice.click();
      await expect(page).not.toHaveURL(path);
      await expect(page.locator('details[open]')).toHaveCount(0);
    });
});
