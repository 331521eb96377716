import { createStory } from '../factories/stories.ts';
import { saveDevice } from '../factories/push.ts';
import { openPushService } from '../push-service.ts';
import { expect, loaded, test } from './fixtures.ts';

test.use({ serviceWorkers: 'allow', permissions: ['notifications'], env: { PUSH_HOSTS: '127.0.0.1:1' } });
test('shots', { tag: '@viewer' }, async ({ page, site, login }) => {
  const admin = await login('admin');
  const story = await createStory(admin, { topics: 'Monsoon', news_title: 'The dam holds as the river falls' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/topic/monsoon');
  await loaded(page);
  await page.getByRole('button', { name: 'Follow' }).click();
  await page.getByRole('button', { name: 'Notify me on this device' }).waitFor();
  await page.waitForTimeout(800);
  await page.screenshot({ path: '/tmp/shots/offer.png' });
  await page.evaluate(() => localStorage.setItem('push', JSON.stringify({ endpoint: 'https://x', wanted: ['topic:1'], breaking: true, quietFrom: '22:00', quietTo: '07:00', savedAt: Date.now() })));
  await page.addInitScript(() => {
    PushManager.prototype.getSubscription = async () => ({ endpoint: 'https://x', options: {} }) as never;
  });
  const shoot = async (path: string, name: string, width: number, dark = false) => {
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    await loaded(page);
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: true });
  };
  await shoot('/for-you', 'for-you-360', 360);
  await shoot('/for-you', 'for-you-1280-dark', 1280, true);
  await shoot('/ur/for-you', 'for-you-ur-768', 768);
  await shoot('/hi/for-you', 'for-you-hi-360-dark', 360, true);
  await shoot(`/admin/edit/${story.id}`, 'edit-1280', 1280);
  await shoot(`/ur/admin/edit/${story.id}`, 'edit-ur-360', 360);
  await page.goto(`/admin/edit/${story.id}`);
  await page.setViewportSize({ width: 768, height: 900 });
  await loaded(page);
  await page.getByRole('button', { name: 'Send as breaking news' }).click();
  await page.screenshot({ path: '/tmp/shots/dialog-768.png' });
  await page.getByRole('dialog').getByRole('button', { name: 'Send as breaking news' }).click();
  await page.getByText('Sent by').waitFor();
  await page.getByText('Sent by').scrollIntoViewIfNeeded();
  await page.screenshot({ path: '/tmp/shots/sent-768.png' });
});
