// Browser storage that is slow, forbidden, missing or full.
import { addEdition } from '../factories/editions.ts';
import { expect, loaded, password, test } from './fixtures.ts';

test('a user whose storage does not answer within 5,000 ms is treated as a visitor', async ({ page }) => {
  await page.addInitScript(() => {
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = function (key) {
      if (key !== 'root') return getItem.call(this, key);
      document.documentElement.dataset.asked = 'yes';
      return new Promise(() => {}) as unknown as string;
    };
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.goto('/profile/edit');
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes');
  await page.clock.runFor(4999);
  await expect(page).toHaveURL('/profile/edit');
  await page.clock.runFor(1);
  await expect(page).toHaveURL('/login');
});

for (const [how, message] of [
  ['forbids', 'forbidden'],
  ['knows no', undefined],
] as const)
  test(`a browser that ${how} storage still reads, logs in and fills in forms`, async ({
    page,
    site,
    consoleErrors,
  }) => {
    await page.addInitScript((message) => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            if (message) throw new DOMException(message, 'SecurityError');
            return null;
          },
        });
    }, message);
    const { email } = await site.createUser('reader');
    const id = await addEdition(await site.as('editor'), ['Night final', 'Onion mandi']);
    await page.goto(`/e-paper/${id}`);
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/page=2/);
    await page.getByRole('button', { name: 'Save data' }).click();
    await expect(page.getByRole('button', { name: 'Save data' })).toHaveAttribute('aria-pressed', 'true');
    await page.goto('/category/india');
    await page.getByRole('button', { name: 'Light or dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByText('publication', { exact: true }).filter({ visible: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByLabel('Article type').selectOption('essay');
    await expect(page.getByLabel('Article type')).toHaveValue('essay');
    consoleErrors.length = 0; // the router fails to store scroll positions
  });

test('a browser with full storage still logs in, drafts and publishes', async ({ page, site, consoleErrors }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  const { email } = await site.createUser('editor');
  await page.goto('/admin?from=/admin-create');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Login successful!')).toBeVisible();
  await expect(page).toHaveURL('/admin-create');
  await page.getByLabel('Category', { exact: true }).selectOption('Sports News');
  await page.getByLabel('Sub-category', { exact: true }).selectOption('Cricket');
  await page.getByLabel('Title', { exact: true }).fill('Nets at dawn');
  await page
    .getByRole('link', { name: 'Profile Edit', includeHidden: true })
    .evaluate((link: HTMLElement) => link.click());
  await page.getByLabel('Name', { exact: true }).fill('Nadia Sheikh');
  await page.goBack();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Nets at dawn');
  await page.getByRole('button', { name: 'Create News' }).click();
  await expect(page.getByText('News Created')).toBeVisible();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Create News' })).toBeEnabled();
  // The router cannot store scroll positions.
  expect(consoleErrors.splice(0).filter((text) => !text.includes('save scroll positions'))).toEqual([]);
});

test('a script replaced by a new release reloads the page once after a press, also with full storage', async ({
  page,
  consoleErrors,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  let missing = 0;
  await page.route('**/assets/toast-container-*.js', (route) => {
    missing += 1;
    return route.fulfill({ status: 404 });
  });
  await page.goto('/login');
  // The page's own request fails, and the page stays.
  await expect.poll(() => missing).toBe(1);
  await loaded(page);
  expect(loads).toBe(1);
  let gone = 0;
  await page.route('**/assets/*', (route) => {
    gone += 1;
    return route.fulfill({ status: 404 });
  });
  await page.getByRole('main').getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect.poll(() => loads).toBe(2);
  expect(gone).toBeGreaterThan(0);
  consoleErrors.splice(0); // of what is missing
});
