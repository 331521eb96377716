// Notifications: asked for after a press on "Follow", shown by the real service worker, changed and ended; breaking news from the
// newsroom. Chromium reaches no push service here: a script of the test subscribes at the test's own, which decrypts what the
// site sends, and DevTools hands that to the service worker as the browser would.
import type { CDPSession, Page } from '@playwright/test';
import { saveDevice } from '../factories/push.ts';
import { createStory } from '../factories/stories.ts';
import { openPushService, type PushService, type TestSubscription } from '../push-service.ts';
import { test as base, expect, loaded } from './fixtures.ts';

const test = base.extend<{ service: PushService; subscription: TestSubscription }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  service: async ({}, use) => {
    const service = await openPushService();
    await use(service);
    await service.close();
  },
  env: async ({ service }, use) => use({ PUSH_HOSTS: service.host }),
  subscription: async ({ service }, use) => use(service.subscribe()),
});
// Where it is about noon now: a device gets nothing of what it follows in its quiet hours, 22:00 to 7:00.
const eastOfGreenwich = 12 - new Date().getUTCHours();
const timezoneId = `Etc/GMT${eastOfGreenwich > 0 ? '-' : '+'}${Math.abs(eastOfGreenwich)}`; // the sign is that of POSIX
test.use({ serviceWorkers: 'allow', permissions: ['notifications'], timezoneId });

/** Lets the page subscribe at the test's push service. */
async function subscribeAtTest(page: Page, { endpoint, p256dh, auth }: TestSubscription) {
  await page.addInitScript(
    ({ endpoint, p256dh, auth }) => {
      const bytesOf = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)).buffer;
      const subscribed = (key: string) => ({
        endpoint,
        options: { applicationServerKey: bytesOf(key) },
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => {
          localStorage.removeItem('test-subscription');
          return true;
        },
      });
      const stored = () => localStorage.getItem('test-subscription');
      PushManager.prototype.getSubscription = async () => (stored() ? (subscribed(stored() ?? '') as never) : null);
      PushManager.prototype.subscribe = async (options) => {
        localStorage.setItem('test-subscription', String(options?.applicationServerKey));
        return subscribed(stored() ?? '') as never;
      };
    },
    { endpoint, p256dh, auth },
  );
}

/** Delivers a message to the page's service worker, as the browser would. */
async function openDelivery(page: Page): Promise<(message: object) => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  let registrationId = '';
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.at(-1)?.registrationId ?? registrationId;
  });
  await session.send('ServiceWorker.enable');
  return async (message) => {
    await expect.poll(() => registrationId).not.toBe('');
    const { origin } = new URL(page.url());
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) });
  };
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const notifications = await (await navigator.serviceWorker.ready).getNotifications();
    return notifications.map(({ title, body, tag, lang, dir, data }) => ({ title, body, tag, lang, dir, data }));
  });

// The shell shows no notifications.
test('from "Follow" to the notification, its replacement, the quiet hours and the end', { tag: '@viewer' }, async ({
  page,
  site,
  service,
  subscription,
  checkAccessibility,
}) => {
  const editor = await site.as('editor');
  await createStory(editor, { topics: 'Monsoon' });
  await site.db.execute("DELETE FROM jobs.job WHERE name = 'push.publish'"); // published before anybody wants it
  await subscribeAtTest(page, subscription);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/topic/monsoon');
  await loaded(page);
  await page.getByRole('button', { name: 'Follow' }).click();
  await page.getByRole('button', { name: 'Notify me on this device' }).click();
  await expect(page.getByText('Saved for this device.')).toBeVisible();
  const deliver = await openDelivery(page);

  const story = await createStory(editor, { topics: 'Monsoon', news_title: 'Ferries stop at noon' });
  // A minute after the publication: the site's job, now.
  await site.db.execute("UPDATE jobs.job SET start_after = now() WHERE name = 'push.publish'");
  site.services.jobs.wake('push.publish');
  await expect.poll(() => service.sentTo(subscription)).toHaveLength(1);
  const message = service.sentTo(subscription)[0]?.message;
  await deliver(message);
  const notification = { title: 'Ferries stop at noon', tag: `story-${story.id}`, lang: 'en', dir: 'ltr' };
  await expect.poll(() => shown(page)).toEqual([{ ...notification, body: message.body, data: `/news/${story.id}` }]);
  await deliver({ ...message, title: 'Ferries go again' });
  await expect.poll(async () => (await shown(page)).map(({ title }) => title)).toEqual(['Ferries go again']);
  await deliver({ ...message, tag: 'other', path: 'https://evil.example/' }); // not ours
  await deliver({ ...message, title: 'Ferries wait' });
  await expect.poll(async () => (await shown(page)).map(({ title }) => title)).toEqual(['Ferries wait']);

  await page.goto('/for-you');
  await loaded(page);
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Notifications on this device' }) });
  await expect(section.getByLabel('Monsoon')).toBeChecked();
  await section.getByLabel('Breaking news').check();
  await expect(section.getByLabel('Breaking news')).toBeEnabled();
  await section.getByLabel('Until').fill('06:30');
  await section.getByRole('button', { name: 'Save' }).click();
  await expect(section.getByRole('button', { name: 'Save' })).toBeDisabled();
  await checkAccessibility();
  const stored = async () => (await site.db.execute('SELECT breaking, quiet_from, quiet_to FROM push_devices')).rows;
  expect(await stored()).toEqual([{ breaking: true, quiet_from: '22:00', quiet_to: '06:30' }]);
  await section.getByRole('button', { name: 'Send a test notification' }).click();
  await expect.poll(() => service.sentTo(subscription).at(-1)?.message.tag).toBe('test');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await section.getByRole('button', { name: 'Turn off on this device' }).press('Enter');
  await expect(section.getByLabel('Monsoon')).not.toBeChecked();
  await expect.poll(stored).toEqual([]);
});

test('an editor sends breaking news once, and sees who has sent it', { tag: '@core' }, async ({
  page,
  site,
  service,
  subscription,
  login,
  checkAccessibility,
}) => {
  const admin = await login('admin');
  await saveDevice(site.visitor, subscription, { breaking: true });
  const story = await createStory(admin, { news_title: 'The dam' });
  await page.goto(`/admin/edit/${story.id}`);
  const section = page.getByRole('region', { name: 'Breaking news' });
  await expect(section.getByText('Devices that would get it: 1.')).toBeVisible();
  await expect(section.getByLabel('Headline of the notification')).toHaveValue('The dam');
  await section.getByLabel('Headline of the notification').fill('The dam holds');
  await section.getByRole('button', { name: 'Send as breaking news' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('It cannot be taken back')).toBeVisible();
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(service.received).toEqual([]);
  await section.getByRole('button', { name: 'Send as breaking news' }).click();
  await dialog.getByRole('button', { name: 'Send as breaking news' }).click();
  await expect(section.getByText(/^Sent by Test admin/)).toBeVisible();
  await expect.poll(() => service.sentTo(subscription)).toMatchObject([{ message: { title: 'The dam holds' } }]);
  await page.reload();
  await expect(section.getByText('Devices: 1. Sent: 1. Waiting: 0.')).toBeVisible();
});
