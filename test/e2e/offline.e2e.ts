import { isAsset, isPicture, isReadingPage } from '#src/shell/offline.rules.ts';
import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';
import { waitUntilCached } from './offline-cache.ts';
import { translator } from './texts.ts';

test.use({ serviceWorkers: 'allow' });

test('the last board and opened stories are available offline, but no personal pages', { tag: '@core' }, async ({
  page,
  context,
  site,
  login,
  consoleErrors,
  checkAccessibility,
}) => {
  const editor = await site.as('editor');
  const read = await createStory(editor, {
    news_title: 'Ferry runs late',
    image: await pictureFile(1200, 800, 'jpeg'),
  });
  const unread = await createStory(editor, { news_title: 'Onion mandi opens' });
  await expect // the original picture is not cached, its resized copies are
    .poll(async () => (await fetch(`${site.address}/news/${read.id}`)).text())
    .toContain('.webp');
  await login('reader');
  await page.goto('/news');
  await waitUntilCached(page, '/offline');
  await waitUntilCached(page, '/news');
  await page.goto(`/news/${read.id}`);
  await waitUntilCached(page, `/news/${read.id}`);
  await page.goto('/profile/edit');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(/Test reader/);

  await context.setOffline(true);
  await page.goto('/news');
  await expect(page.getByText(/You are offline. This page is of/)).toBeVisible();
  await checkAccessibility();
  await page.getByRole('link', { name: 'Ferry runs late' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ferry runs late');
  await expect(page.getByText('And what came after.')).toBeVisible();
  const picture = page.getByRole('img', { name: 'Ferry runs late' });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);

  // Pages never opened and personal pages are not available.
  for (const path of [`/news/${unread.id}`, '/profile/edit']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Offline reading');
    await expect(page.getByRole('link', { name: 'Ferry runs late' })).toBeVisible();
  }
  await checkAccessibility();
  const stored = await page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths;
  });
  expect(stored).toContain('/offline');
  expect(stored.filter((path) => !isAsset(path) && !isPicture(path) && !isReadingPage(path))).toEqual([]);
  consoleErrors.splice(0); // calls to the server fail offline, as expected

  await context.setOffline(false);
  await page.goto('/offline');
  await page.getByRole('button', { name: 'Switch off and delete what is kept' }).click();
  await expect(page.getByText('Switched off. What was kept is deleted.')).toBeVisible();
  await expect(page.getByText('No stories yet.')).toBeVisible();
  await page.reload();
  await expect
    .poll(() => page.evaluate(async () => [await caches.keys(), await navigator.serviceWorker.getRegistration()]))
    .toEqual([[], undefined]);
});

test('when an admin switches offline reading off, devices delete their caches', async ({ page, site }) => {
  const admin = await site.as('admin');
  const choose = (value: string | null) =>
    admin.json('PUT', '/api/settings', { values: { 'site.offline_reading': value } });
  await page.goto('/news');
  await waitUntilCached(page, '/offline');
  expect((await choose('off')).status).toBe(200);
  const left = () => page.evaluate(async () => [await caches.keys(), await navigator.serviceWorker.getRegistration()]);
  // The worker of an open page may cache one more file while it unregisters; the next page deletes that too.
  await expect(async () => {
    await page.reload();
    await expect.poll(left).toEqual([[], undefined]);
  }).toPass();
  await page.goto('/offline');
  await expect(page.getByText('Reading offline is off. This device keeps no pages.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Switch on' })).toHaveCount(0);
  await choose(null);
});

test('with a network, a changed story is shown rather than its cached version', async ({ page, site }) => {
  const editor = await site.as('editor');
  const { id } = await createStory(editor, { news_title: 'First words' });
  await page.goto(`/news/${id}`);
  await waitUntilCached(page, `/news/${id}`);
  await editor.form('PUT', `/api/admin/${id}`, { news_title: 'Second thoughts' });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second thoughts');
});

test('Back shows the cached page when the network has failed meanwhile', async ({
  page,
  context,
  site,
  consoleErrors,
}) => {
  const { id } = await createStory(await site.as('editor'), { news_title: 'Ferry runs late' });
  await page.goto('/news');
  await waitUntilCached(page, '/news');
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
  await page.getByRole('link', { name: 'Ferry runs late' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/news/${id}$`));
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/You are offline. This page is of/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ferry runs late' }).first()).toBeVisible();
  consoleErrors.splice(0); // calls to the server fail offline, as expected
});

test('without a working connection, a link shows an error rather than “not found”', async ({
  page,
  context,
  consoleErrors,
}) => {
  // The browser keeps reporting that it is online.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => true });
    window.addEventListener('offline', (event) => event.stopImmediatePropagation(), true);
  });
  const t = translator('ur');
  await page.goto('/ur/news');
  await waitUntilCached(page, '/ur/offline');
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
  await context.setOffline(true);
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('shell.publicationFooter'), exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('shell.errorTitle'));
  await page.getByRole('link', { name: t('shell.tryAgain') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('offline.title'));
  consoleErrors.splice(0); // calls to the server fail
});
