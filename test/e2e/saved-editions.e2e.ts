import type { Page } from '@playwright/test';
import { addEdition } from '../factories/editions.ts';
import { declarePayment } from '../factories/payments.ts';
import { expect, test } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

const texts = ['Night final', 'Onion mandi', 'The ferry to Naubat Ghat runs late', 'A second jetty'];

const sheet = (page: Page, number: number) => page.getByRole('img', { name: `Page ${number} of Suryanagar` });
const shown = (page: Page, number: number) =>
  expect.poll(() => sheet(page, number).evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
const cached = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('edition')));
const wall = (page: Page) => page.getByRole('heading', { name: 'Page 3 needs a plan' });

async function keep(page: Page, id: number) {
  await page.goto(`/e-paper/${id}`);
  await page.getByRole('button', { name: 'Keep offline' }).click();
  await expect(page.getByText(/^4 pages, 0\.\d+ MB\. Stays until /)).toBeVisible();
  await page.getByRole('button', { name: 'Keep on this device' }).click();
  await expect(page.getByText(/^On this device until /)).toBeVisible();
  // The service worker controls this page from its next load on.
  await page.evaluate(() => navigator.serviceWorker.ready);
}

test('an edition is saved, read offline at its own URL, and removed', { tag: '@core' }, async ({
  page,
  context,
  site,
  login,
  consoleErrors,
  checkAccessibility,
}) => {
  const id = await addEdition(await site.as('editor'), texts, { title: 'Suryanagar' });
  await declarePayment(await login('reader'));
  await keep(page, id);
  await checkAccessibility();
  await page.goto('/e-paper');
  await expect(page.getByText('On this device')).toBeVisible();
  await expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/offline')))).toBe(true);

  await context.setOffline(true);
  await page.goto(`/e-paper/${id}?page=3`);
  await expect(page).toHaveURL(`/e-paper/${id}?page=3`);
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await shown(page, 3);
  await page.getByText('Page 3 as text').click();
  await expect(page.getByText(texts[2] ?? '')).toBeVisible();
  await page.getByRole('link', { name: 'Next page' }).click();
  await shown(page, 4);
  await page.goto(`/hi/e-paper/${id}?page=2`); // another language redirects to the saved one
  await expect(page).toHaveURL(`/e-paper/${id}?page=2`);
  await page.goto('/offline');
  await page.getByRole('link', { name: 'Suryanagar' }).click();
  await shown(page, 1);
  consoleErrors.splice(0); // calls to the server fail offline, as expected

  await context.setOffline(false);
  await page.goto(`/e-paper/${id}`);
  await page.getByRole('button', { name: 'Remove from this device' }).click();
  await expect(page.getByRole('button', { name: 'Keep offline' })).toBeFocused();
  expect(await cached(page)).toEqual([]);
});

test('a saved edition is unreadable offline once expired, and deleted when the plan is revoked', async ({
  page,
  context,
  site,
  login,
  consoleErrors,
}) => {
  const id = await addEdition(await site.as('editor'), texts, { title: 'Suryanagar' });
  await declarePayment(await login('reader'));
  await keep(page, id);
  await site.db.execute(`UPDATE payment_claims SET state = 'rejected'`);
  await page.goto(`/e-paper/${id}?page=3`);
  await expect(wall(page)).toBeVisible();
  await expect.poll(() => cached(page)).toEqual([]);

  await site.db.execute(`UPDATE payment_claims SET state = 'declared'`);
  await keep(page, id);
  await page.evaluate(async (name) => {
    const cache = await caches.open(name);
    const kept = await (await cache.match('/record'))?.json();
    await cache.put('/record', Response.json({ ...kept, until: new Date(Date.now() - 1000).toISOString() }));
  }, `edition-${id}`);
  await context.setOffline(true);
  await page.goto(`/e-paper/${id}?page=3`).catch(() => undefined); // nothing of it is shown
  await expect(sheet(page, 3)).toHaveCount(0);
  consoleErrors.splice(0);
  await context.setOffline(false);
  await page.goto('/e-paper');
  expect(await cached(page)).toEqual([]);
});

test('a saved edition is deleted on logout, and for the next user of the device, even offline', async ({
  page,
  context,
  site,
  login,
  consoleErrors,
}) => {
  const id = await addEdition(await site.as('editor'), texts, { title: 'Suryanagar' });
  await declarePayment(await login('reader'));
  await keep(page, id);
  const other = await site.as('reader');
  const { body } = await other.get('/api/verify_token');
  const { id: otherId, name, email } = body.user;
  const user = { name, email, user_id: otherId, token: other.token, isAdmin: false, profile_image: null, mobile: null };
  await context.setOffline(true);
  await page.evaluate((root) => localStorage.setItem('root', root), JSON.stringify({ state: { user }, version: 0 }));
  await page.goto(`/e-paper/${id}?page=3`);
  await expect(sheet(page, 3)).toHaveCount(0);
  await expect.poll(() => cached(page)).toEqual([]);
  consoleErrors.splice(0);
  await context.setOffline(false);

  await declarePayment(other);
  await keep(page, id);
  await page.getByLabel('Your account').click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => cached(page)).toEqual([]);
});

test('saving can be cancelled, and a deleted edition is removed from the device', async ({ page, site, login }) => {
  const editor = await site.as('editor');
  const id = await addEdition(editor, texts, { title: 'Suryanagar' });
  await declarePayment(await login('reader'));
  // Page 4 does not arrive before the request is aborted.
  await page.addInitScript(() => {
    const fetchIt = window.fetch;
    window.fetch = (input, init) =>
      !localStorage.getItem('go') && String(input).includes('/pages/4/screen')
        ? new Promise((_, end) => init?.signal?.addEventListener('abort', () => end(new Error('ended'))))
        : fetchIt(input, init);
  });
  await page.goto(`/e-paper/${id}`);
  await page.getByRole('button', { name: 'Keep offline' }).click();
  await page.getByRole('button', { name: 'Keep on this device' }).click();
  await expect(page.getByText('Keeping the edition…')).toBeVisible();
  await expect.poll(() => cached(page)).toEqual([`edition-${id}`]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Keep offline' })).toBeVisible();
  await expect.poll(() => cached(page)).toEqual([]);
  await page.evaluate(() => localStorage.setItem('go', 'yes'));

  await keep(page, id);
  await editor.delete(`/api/editions/${id}`);
  await page.goto('/e-paper');
  await expect.poll(() => cached(page)).toEqual([]);
});
