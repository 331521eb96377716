// The installed app: how the browser detects it, how it is installed, its badge, and its update to a new release.
import type { Page } from '@playwright/test';
import { createStory } from '../factories/stories.ts';
import { openProxy } from '../proxy.ts';
import { expect, loaded, test, waitForHydration } from './fixtures.ts';
import { startNextRelease } from './next-release.ts';
import { waitUntilCached } from './offline-cache.ts';

test.use({ serviceWorkers: 'allow' });

test('the browser may install it; the reader is asked in the menu only', async ({
  page,
  context,
  checkAccessibility,
}) => {
  const client = await context.newCDPSession(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/ur/news');
  await loaded(page);
  const { url, errors } = await client.send('Page.getAppManifest');
  expect([new URL(url).pathname, errors]).toEqual(['/ur/manifest.webmanifest', []]);
  expect((await client.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);

  await page.goto('/news');
  await loaded(page);
  const menu = page.locator('summary[aria-label^="Your account"]');
  const entry = page.getByRole('button', { name: 'Install the app' });
  await menu.click();
  await expect(entry).toBeHidden();
  await menu.click();
  // As Chromium sends it, but not in tests.
  const isPrevented = await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => document.documentElement.setAttribute('data-asked', ''),
    });
    return !dispatchEvent(offer);
  });
  expect(isPrevented).toBe(true);
  await menu.click();
  await checkAccessibility();
  await entry.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('html[data-asked]')).toHaveCount(1);
  await expect(menu).toBeFocused();
  await menu.click();
  await expect(page.getByRole('link', { name: 'For you' })).toBeVisible();
  await expect(entry).toBeHidden();

  // Safari on a phone.
  await page.addInitScript(() => Object.assign(navigator, { standalone: false }));
  await page.reload();
  await loaded(page);
  await menu.click();
  await entry.click();
  await expect(page.getByText('“Add to Home Screen”')).toBeVisible();
});

test('its icon counts new stories of what is followed while the reader is away', async ({ page, context, site }) => {
  const editor = await site.as('editor');
  const story = await createStory(editor);
  const client = await context.newCDPSession(page);
  // As in the window of an installed app, which no test can open.
  await page.addInitScript(() => {
    const { matchMedia } = window;
    window.matchMedia = (query) => matchMedia(query === '(display-mode: standalone)' ? 'all' : query);
  });
  const registered = new Promise<string>((done) =>
    client.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations: [first] }) => first && done(first.registrationId),
    ),
  );
  await client.send('ServiceWorker.enable');
  await page.goto('/category/sports-news');
  await loaded(page);
  await page.getByRole('button', { name: 'Follow', pressed: false }).click();
  await page.goto(`/news/${story.id}`);
  const badge = () =>
    page.evaluate(
      async (): Promise<{ count?: number; newest?: string }> => (await caches.match('/badge'))?.json() ?? {},
    );
  const counted = async () => (await badge()).count;
  await expect.poll(async () => (await badge()).newest).toContain('categories=');
  await waitUntilCached(page, `/news/${story.id}`);
  const look = (state: string) =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await look('hidden');
  await createStory(editor, { news_title: 'Ferry sails again' });
  await createStory(editor, { news_title: 'Rates rise', news_category: 'Business', news_sub_category: 'Budget' });
  // The browser itself decides when to start this.
  await client.send('ServiceWorker.dispatchPeriodicSyncEvent', {
    origin: site.address,
    registrationId: await registered,
    tag: 'badge',
  });
  await expect.poll(counted).toBe(1);
  await look('visible');
  await expect.poll(counted).toBe(0);
});

test('a page of before a release goes on, and comes to the new one when its reader does', async ({
  page,
  browser,
  site,
  consoleErrors,
}, testInfo) => {
  const story = await createStory(await site.as('editor'), { news_title: 'Ferry runs late' });
  const proxy = await openProxy();
  const next = await startNextRelease(site, testInfo.outputPath('next'));
  const isNew = (of: Page) => of.locator('head link[rel=stylesheet][href*="/next-"]').count();
  const footerLink = (of: Page, name: string) => of.getByRole('contentinfo').getByRole('link', { name, exact: true });

  // With a worker, which the release replaces: the next link loads a whole page.
  proxy.target = site.address;
  await page.goto(`${proxy.url}/news/${story.id}`);
  await waitUntilCached(page, '/offline');
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
  proxy.target = next.address;
  // The browser does this when it loads a page, and the page when its reader comes back.
  await page.evaluate(async () => {
    const takenOver = new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done));
    await (await navigator.serviceWorker.getRegistration())?.update();
    await takenOver;
  });
  expect(await isNew(page)).toBe(0);
  await footerLink(page, 'Newsletters').click();
  await expect(page).toHaveURL(`${proxy.url}/newsletters`);
  await expect.poll(() => isNew(page)).toBe(1);

  // Without one: the file of the next page is gone.
  const other = await browser.newPage({ baseURL: proxy.url, serviceWorkers: 'block' });
  proxy.target = site.address;
  await other.goto(`/news/${story.id}`);
  await waitForHydration(other);
  const discovered = other.waitForResponse(/__manifest/);
  await footerLink(other, 'Newsletters').hover();
  await discovered;
  proxy.target = next.address;
  await footerLink(other, 'Newsletters').click();
  await expect(other).toHaveURL('/newsletters');
  await expect.poll(() => isNew(other)).toBe(1);

  // The file of what was pressed is gone: the page is loaded again, with what was typed.
  proxy.target = site.address;
  await other.goto('/login');
  await waitForHydration(other);
  proxy.target = next.address;
  const email = other.getByLabel('Email');
  await email.fill('ila@readers.test');
  expect(await isNew(other)).toBe(0);
  await other.getByRole('main').getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect.poll(() => isNew(other)).toBe(1);
  await expect(email).toHaveValue('ila@readers.test');
  await other.close();
  await next.close();
  await proxy.close();
  consoleErrors.splice(0); // of what the new release lacks
});
