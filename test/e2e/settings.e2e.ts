import { addEdition } from '../factories/editions.ts';
import { expect, password, test } from './fixtures.ts';

test('an admin’s settings appear in header and footer at once, and in the audit log', { tag: '@core' }, async ({
  page,
  browser,
  login,
  site,
  checkAccessibility,
}) => {
  const admin = await login('admin');
  const edition = await addEdition(admin, ['Night final']);
  const region = { page: 1, left: 0, top: 0, right: 0.5, bottom: 0.25 };
  const { code } = (await admin.json('POST', `/api/editions/${edition}/clips`, region)).body;
  await page.goto('/news');
  await page.getByLabel('Your account').click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('News Wing');
  await checkAccessibility();
  await expect(page.getByRole('button', { name: 'Save settings' })).toBeDisabled();

  await page.getByLabel('Name', { exact: true }).fill('The Suryanagar Post');
  await page.getByLabel('Phone').fill('+91 22 5555 0100');
  await page.getByLabel('Facebook').fill('not an address');
  await expect(page.getByText('3 changes not saved yet')).toBeVisible();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByLabel('Facebook')).toHaveAccessibleDescription(
    /An address such as https:\/\/example.org, please./,
  );
  await page.getByLabel('Facebook').fill('https://facebook.example/post');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(page.getByRole('contentinfo').getByText('+91 22 5555 0100')).toBeVisible();
  await expect(page.getByRole('banner').getByText('The Suryanagar Post').first()).toBeVisible();

  const reader = await (await browser.newContext({ javaScriptEnabled: false, baseURL: site.address })).newPage();
  await reader.goto('/news');
  await expect(reader.getByRole('banner').getByText('The Suryanagar Post').first()).toBeVisible();
  await expect(reader.getByRole('link', { name: 'Facebook' })).toHaveAttribute('href', 'https://facebook.example/post');
  await expect(reader.getByRole('link', { name: 'YouTube' })).toHaveCount(0);
  await expect(reader).toHaveTitle(/ - The Suryanagar Post$/);
  const metadata = await reader.locator('script[type="application/ld+json"]').first().textContent();
  expect(metadata).toContain('"name":"The Suryanagar Post"');
  expect(metadata).not.toContain('News Wing');

  await reader.goto('/search?q=rain');
  await expect(reader).toHaveTitle('Search: rain - The Suryanagar Post');
  await reader.goto(`/clip/${code}`);
  await expect(reader.getByRole('main').getByText('The Suryanagar Post')).toBeVisible();
  await expect(reader.getByRole('main').getByText('News Wing')).toHaveCount(0);

  await page.goto('/admin/audit');
  await expect(page.getByRole('row').filter({ hasText: 'site.phone' })).toContainText('+91 22 5555 0100');
});

test('a price change requires the password again after a while, and then appears with the plans', async ({
  page,
  login,
  site,
}) => {
  await login('admin');
  await page.goto('/admin/settings');
  await page.getByLabel('Price of the weekly plan (rupees)').fill('12.50');
  site.advance(20 * 60_000);
  await page.getByRole('button', { name: 'Save settings' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button').first().click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back to “10”' })).toBeVisible();
  await page.goto('/payment');
  await expect(page.getByRole('main').getByText('12.50').first()).toBeVisible();
});

test('settings that were typed survive the end of a session', async ({ page, login, site, checkAccessibility }) => {
  const admin = await login('admin');
  const { email } = (await admin.get('/api/user/me')).body;
  await page.goto('/admin/settings');
  const save = page.getByRole('button', { name: 'Save settings' });
  await expect(save).toHaveAccessibleDescription('Nothing has been changed.');
  await expect(page.getByText('Nothing has been changed.')).toBeVisible();
  await checkAccessibility();
  await page.getByLabel('Phone').fill('+91 22 5555 0100');
  await site.db.execute('UPDATE sessions SET ended_at = now()');
  await save.click();
  await expect(page).toHaveURL('/admin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByLabel('Phone')).toHaveValue('+91 22 5555 0100');
  await expect(page.getByText('1 change not saved yet')).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('Phone')).not.toHaveValue('+91 22 5555 0100');
  await page.reload();
  await expect(page.getByLabel('Phone')).not.toHaveValue('+91 22 5555 0100');
});

test('an admin is notified when another has changed the same setting', async ({ page, login, site }) => {
  await login('admin');
  await page.goto('/admin/settings');
  const phone = page.getByLabel('Phone');
  const save = page.getByRole('button', { name: 'Save settings' });
  await phone.fill('+91 22 5555 0100');
  const other = await site.as('admin');
  await other.json('PUT', '/api/settings', { values: { 'site.phone': '+91 33 5555 0200' } });
  await save.click();
  await expect(phone).toHaveAccessibleDescription(
    /Somebody else has set this to “\+91 33 5555 0200” in the meantime\./,
  );
  await expect(phone).toBeFocused();
  await expect(phone).toHaveValue('+91 22 5555 0100');
  await save.click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(page.getByRole('contentinfo').getByText('+91 22 5555 0100')).toBeVisible();
});
