import { nextMail } from '../mailbox.ts';
import { expect, test } from './fixtures.ts';

test('an admin checks the site from the settings and sends himself a test mail', { tag: '@core' }, async ({
  page,
  login,
  site,
  checkAccessibility,
}) => {
  const admin = await login('admin');
  const { email } = (await admin.get('/api/user/me')).body;
  // The check of the disk is held, so that the progress can be seen.
  let goOn = () => {};
  const held = new Promise<void>((done) => {
    goOn = done;
  });
  await page.route('**/api/health/disk', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/admin/settings');
  await page.getByRole('link', { name: 'Site health' }).click();
  await expect(page.getByRole('heading', { name: 'Site health' })).toBeVisible();
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.filter({ hasText: 'Database: OK' })).toContainText('PostgreSQL');
  await expect(page.getByRole('status').filter({ hasText: '13 of 14 checks are done.' })).toBeVisible();
  await expect(rows.filter({ hasText: 'Disk space' })).toContainText('Checking…');
  await expect(page.getByRole('button', { name: 'Check again' })).toBeDisabled();
  await checkAccessibility();
  goOn();
  await expect(rows.filter({ hasText: 'Disk space' })).toContainText('is free');
  await expect(rows.filter({ hasText: 'Mail server: Warning' })).toContainText('Set SMTP_URL.');
  await expect(page.getByRole('status').filter({ hasText: /warnings?\.$/ })).toBeVisible();
  await checkAccessibility();

  await page.getByRole('button', { name: 'Send a test mail' }).click();
  await expect(rows.filter({ hasText: 'Test mail' })).toContainText(site.dataDir);
  expect((await nextMail(site, email)).subject).toBe('Test mail from News Wing');

  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('button', { name: 'Check again' })).toBeEnabled();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await checkAccessibility();
});

test('a check that cannot be made says so, and the others go on', async ({ page, login, consoleErrors }) => {
  await login('admin');
  await page.route('**/api/health/queue', (route) => route.abort());
  await page.goto('/admin/health');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.filter({ hasText: 'Job queue: Failing' })).toContainText('The check could not be made.');
  await expect(rows.filter({ hasText: 'Database: OK' })).toBeVisible();
  consoleErrors.length = 0; // the browser reports the aborted request
});

test('an editor is told that only administrators check the site', async ({ page, login }) => {
  await login('editor');
  await page.goto('/ur/admin/health');
  await expect(page.getByText('سائٹ کی جانچ صرف منتظمین کر سکتے ہیں۔')).toBeVisible();
});
