import { expect, password, test } from './fixtures.ts';

test('a reader sees recent logins, and ends all other sessions', async ({ page, site, login }) => {
  const reader = await login('reader');
  const { email } = (await reader.get('/api/user/me')).body;
  const other = await site.visitor.login('/api/newswings_login', email, password);
  await site.visitor.from('203.0.113.5').json('POST', '/api/newswings_login', { email, password: 'not it' });
  await page.goto('/profile/security');
  const events = page.locator('section', { has: page.getByRole('heading', { name: 'Logins and changes' }) });
  await expect(events.getByRole('listitem').filter({ hasText: 'Wrong password at the login' })).toContainText(
    '203.0.113.5',
  );
  site.advance(20 * 60_000);
  await page.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('dialog').getByLabel('Password').fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('All other sessions have been ended.').first()).toBeVisible();
  expect((await other.get('/api/user/me')).status).toBe(401);
  await expect(page.getByRole('button', { name: 'End all others' })).toBeHidden();
});

test('an admin sees the logins of all users', async ({ page, site, login, checkAccessibility }) => {
  const { email } = await site.createUser('reader');
  await site.visitor.from('203.0.113.5').json('POST', '/api/newswings_login', { email, password: 'not it' });
  await login('admin');
  await page.goto('/admin/audit');
  await page.getByLabel('Log', { exact: true }).selectOption('Logins and security');
  await page.getByLabel('Search person, event or address').fill('203.0.113.5');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').last()).toContainText(email);
  await checkAccessibility();
});
