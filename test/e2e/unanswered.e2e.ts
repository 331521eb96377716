// No response, a late one, no network: the page says so, preserves its content, and retries on request.
import { addEdition } from '../factories/editions.ts';
import { createStory } from '../factories/stories.ts';
import { expect, test, waitForHydration } from './fixtures.ts';
import { waitUntilCached } from './offline-cache.ts';
import { places } from './sending-places.ts';

const placeOf = (name: string) => {
  const place = places.find((place) => place.name === name);
  if (!place) throw new Error(`No place ${name}`);
  return place;
};

for (const [name, seconds] of [
  ['login', 30],
  ['payment', 30],
  ['create news', 60],
  ['submission', 60],
  ['PDF upload', 60],
] as const)
  test(`${name}: a call without a response for ${seconds} s shows a timeout error`, async ({ page, site, login }) => {
    const place = placeOf(name);
    await page.clock.install();
    if (place.role) await login(place.role);
    await place.open(page, site);
    const asked = page.waitForRequest(place.call);
    await page.route(place.call, (route) =>
      !place.method || route.request().method() === place.method ? undefined : route.fallback(),
    );
    await place.press(page);
    await asked;
    await page.clock.fastForward((seconds - 10) * 1000);
    await expect(page.locator('.Toastify').getByText(place.says)).toHaveCount(0);
    await page.clock.fastForward(10_000);
    await expect(page.locator('.Toastify').getByText(place.says, { exact: true })).toBeVisible();
    await expect(page.locator('.Toastify').getByText('The site did not answer in time.')).toBeVisible();
    await place.kept(page);
  });

for (const name of ['registration', 'enquiry', 'update news', 'decision'])
  test(`${name}: an offline call shows an error at once`, async ({ page, context, site, login, consoleErrors }) => {
    const place = placeOf(name);
    if (place.role) await login(place.role);
    await place.open(page, site);
    await page.waitForLoadState('networkidle'); // toasts are prefetched, which nothing on the page shows
    await context.setOffline(true);
    await place.press(page);
    await expect(page.locator('.Toastify').getByText(place.says, { exact: true })).toBeVisible();
    await expect(page.locator('.Toastify').getByText('You are offline.')).toBeVisible();
    await place.kept(page);
    consoleErrors.length = 0; // the browser logs the failure too
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

test('a form keeps what was typed when its initial data cannot be reloaded', async ({
  page,
  login,
  site,
  consoleErrors,
}) => {
  const { id } = await createStory(await site.as('editor'), { news_title: 'Before' });
  await login('admin');
  for (const [path, label, call] of [
    ['/admin/settings', 'Phone', '**/api/settings'],
    ['/profile/edit', 'Name', '**/api/admin_profile/*'],
    [`/admin/edit/${id}`, 'Title', '**/api/admin/*'],
  ] as const) {
    await page.goto(path);
    await page.getByLabel(label, { exact: true }).fill('As typed');
    await page.route(call, (route) => route.fulfill({ status: 404, json: {} }));
    const asked = page.waitForResponse(call);
    // The window gets the focus.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await (await asked).finished();
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('As typed');
    await page.unroute(call);
  }
  consoleErrors.length = 0;
});

test('only a 401 response from the site itself ends a session', async ({ page, login, consoleErrors }) => {
  await login('reader');
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, body: 'Network login required' }));
  await page.goto('/publication');
  await expect(page.getByText('Your profile could not be loaded.')).toBeVisible();
  await expect(page).toHaveURL('/publication');
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByLabel('Article type')).toBeVisible();
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

test('a payment link that fails to load is not reported as a missing plan', async ({ page, consoleErrors }) => {
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  await page.route('**/api/payment_link?*', (route) => route.abort());
  await page.goto('/payment');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'I Have Paid' }).click();
  await page.getByRole('button', { name: /Weekly/ }).click();
  await expect(page.getByText('The payment link could not be loaded. Please try again.')).toBeVisible();
  await page.getByRole('button', { name: 'I Have Paid' }).click();
  expect(alerts).toEqual(['Please select a plan', 'The payment link could not be loaded. Please try again.']);
  await page.unroute('**/api/payment_link?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('₹10.00', { exact: true })).toBeVisible();
  consoleErrors.length = 0;
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
