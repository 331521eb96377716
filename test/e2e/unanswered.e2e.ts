// No response, a late one, no network: the page says so, preserves its content, and retries on request.
import { addEdition } from '../factories/editions.ts';
import { expect, test } from './fixtures.ts';
import { waitUntilCached } from './offline-cache.ts';
import { placeOf } from './sending-places.ts';

test('registration: an offline call shows an error at once', async ({ page, context, consoleErrors }) => {
  const place = placeOf('registration');
  await place.open(page);
  await page.waitForLoadState('networkidle'); // toasts are prefetched, which nothing on the page shows
  await context.setOffline(true);
  await place.press(page);
  await expect(page.locator('.Toastify').getByText(place.says, { exact: true })).toBeVisible();
  await expect(page.locator('.Toastify').getByText('You are offline.')).toBeVisible();
  await place.kept(page);
  consoleErrors.length = 0; // the browser logs the failure too
});

test('login: a call without a response for 30 s shows a timeout error', async ({ page }) => {
  const place = placeOf('login');
  await page.clock.install();
  await place.open(page);
  const asked = page.waitForRequest(place.call);
  await page.route(place.call, () => undefined);
  await place.press(page);
  await asked;
  await page.clock.fastForward(30_000);
  await expect(page.locator('.Toastify').getByText('The site did not answer in time.')).toBeVisible();
  await place.kept(page);
});

test('data that fails to load shows the reason, and appears after a retry', { tag: '@core' }, async ({
  page,
  login,
  consoleErrors,
}) => {
  await login('reader');
  await page.route('**/api/submissions/own', (route) => route.fulfill({ body: '<title>Log in</title>' }));
  await page.goto('/publication');
  const failure = page.getByText('Your submissions could not be loaded.');
  await expect(failure).toBeVisible();
  await expect(page.getByText('The answer could not be read.')).toBeVisible();
  await page.unroute('**/api/submissions/own');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nothing yet. What you hand in appears here')).toBeVisible();
  await expect(failure).toBeHidden();
  consoleErrors.length = 0;
});

test.describe('with pages stored on the device', () => {
  test.use({ serviceWorkers: 'allow' });

  test('logging out offline logs out on this device and says that the session on the server remains', async ({
    page,
    context,
    login,
    consoleErrors,
  }) => {
    await login('reader');
    const texts = page.waitForResponse(/\/assets\/accounts-/);
    await page.goto('/publication');
    await texts;
    await waitUntilCached(page, '/offline');
    await context.setOffline(true);
    await page.getByLabel('Your account').click();
    await page.getByRole('button', { name: 'Log Out' }).click();
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible(); // the login redirect loads a page
    await expect(page.getByText('You are logged out in this browser, but the site could not be reached')).toBeVisible();
    await expect(page.getByText('Logout Successful')).toBeHidden();
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('root') ?? '{}').state.user.token)).toBe('');
    consoleErrors.length = 0;
  });
});

test('a network’s login page is not saved as an edition', async ({ page, login, consoleErrors }) => {
  await addEdition(await login('editor'), ['Night final'], { title: 'Suryanagar' });
  await page.route('**/api/download/**', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Log in' }));
  await page.goto('/e-paper');
  const saved = page.waitForEvent('download', { timeout: 2000 }).catch(() => undefined);
  await page.getByRole('button', { name: 'Download' }).first().click();
  await expect(page.getByRole('button', { name: 'Download failed. Try again' })).toBeVisible();
  expect(await saved).toBeUndefined();
  consoleErrors.length = 0; // the failure is logged, as the specification requires
});
