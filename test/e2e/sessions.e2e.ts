import type { Page } from '@playwright/test';
import { expect, loaded, password, test } from './fixtures.ts';

// Stores a session as an earlier visit may have left it.
const storeToken = (page: Page, token: string) =>
  page.addInitScript((token) => {
    const user = {
      name: 'X',
      email: 'x@readers.test',
      user_id: 1,
      token,
      isAdmin: true,
      profile_image: null,
      mobile: null,
    };
    if (!sessionStorage.getItem('once')) localStorage.setItem('root', JSON.stringify({ state: { user }, version: 0 }));
    sessionStorage.setItem('once', 'yes');
  }, token);

const storedToken = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('root') ?? '{}').state.user.token);

const claims = (exp: number) => `head.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.signature`;

for (const [name, token] of [
  ['that is broken', 'not.a.token'],
  ['past its time', claims(1_700_000_000)],
] as const)
  test(`a token ${name} is rejected: a page that requires a session says so once and asks for a login`, async ({
    page,
    consoleErrors,
  }) => {
    await storeToken(page, token);
    const notice = page.getByText('Session expired. Please log in again.');
    await page.goto('/profile/edit');
    await expect(notice.first()).toBeVisible();
    await expect(page).toHaveURL('/login');
    await loaded(page);
    await expect(notice).toHaveCount(1);
    expect(consoleErrors.splice(0)).toEqual(token === 'not.a.token' ? ['Invalid token format'] : []);
  });

test('a broken token ends a reader’s session on a public page, with only a console message', async ({
  page,
  consoleErrors,
}) => {
  await storeToken(page, 'not.a.token');
  await page.goto('/news');
  await expect.poll(() => storedToken(page)).toBe('');
  await page.getByLabel('Your account').click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(page.getByText('Session expired. Please log in again.')).toHaveCount(0);
  expect(consoleErrors.splice(0)).toEqual(['Invalid token format']);
});

test('two tabs share login and logout', { tag: '@core' }, async ({ page, context, site }) => {
  const user = await site.createUser('reader');
  const other = await context.newPage();
  await other.goto('/news');
  await page.goto('/login');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/news');
  await other.getByLabel('Your account').click();
  await expect(other.getByText(user.email)).toBeVisible();
  await other.getByRole('button', { name: 'Log Out' }).click();
  await expect(other).toHaveURL('/login');
  await page.getByLabel('Your account').click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
});

test('login never redirects to another site', async ({ page, site }) => {
  const user = await site.createUser('reader');
  for (const from of ['https://evil.example/', '//evil.example/', '/\\evil.example']) {
    await page.goto(`/login?from=${encodeURIComponent(from)}`);
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Login successful!').first()).toBeVisible();
    await expect.poll(() => new URL(page.url()).origin).toBe(site.address);
  }
  const { email } = await site.createUser('editor');
  await page.goto('/admin?from=//evil.example/');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(`${site.address}/admin-news`);
});

test('a failed login does not end the current session', async ({ page, login }) => {
  await login('reader');
  await page.goto('/login');
  await page.getByLabel('Email').fill('another@readers.test');
  await page.getByLabel('Password').fill('not this one');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('An error occurred during login.')).toBeVisible();
  await page.getByLabel('Your account').click();
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
  await page.getByRole('link', { name: 'Profile Edit' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(/Test reader/);
  await expect(page.getByText('Session expired. Please log in again.')).toBeHidden();
});

test('an admin keeps the role when another tab changes the profile', async ({ page, context, login }) => {
  await login('admin');
  await page.goto('/news');
  await page.getByLabel('Your account').click();
  await expect(page.getByRole('link', { name: 'People' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/profile/edit');
  await other.getByLabel('Name', { exact: true }).fill('Nadia Sheikh');
  await other.getByRole('button', { name: 'Update Profile' }).click();
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('root') ?? '').state.user.name);
  await expect.poll(stored).toBe('Nadia Sheikh');
  await expect(page.getByRole('link', { name: 'People' })).toBeVisible();
});

test('an admin whose session has ended returns to the same page after the login', async ({ page, login, site }) => {
  const client = await login('admin');
  const { email } = (await client.get('/api/user/me')).body;
  await page.goto('/admin/people');
  await expect(page.getByRole('row')).toHaveCount(3);
  await site.db.execute('UPDATE sessions SET ended_at = now()');
  await page.getByLabel('Search name, e-mail or number').fill('nobody');
  await expect(page.getByText('Session expired. Please log in again.').first()).toBeVisible();
  await expect(page).toHaveURL('/admin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/admin\/people/);
  await expect(page.getByLabel('Search name, e-mail or number')).toBeVisible();
});

test('failures on the security page are shown', async ({ page, login, site }) => {
  const client = await login('admin');
  const { email } = (await client.get('/api/user/me')).body;
  await site.visitor.login('/api/admin_login', email, password);
  await page.goto('/profile/security');
  const seeFailure = async () => {
    await expect(page.locator('.Toastify').getByText('Something went wrong!')).toBeVisible();
    await page.reload(); // removes the toast
  };
  await page.route('**/api/user/sessions/*', (route) => route.abort());
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await seeFailure();
  const breakTwoStep = () =>
    page.route('**/api/two_step', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await breakTwoStep();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await seeFailure();
  await page.unroute('**/api/two_step');
  site.advance(20 * 60_000);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await breakTwoStep();
  await page.getByRole('dialog').getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Go on' }).click();
  await seeFailure();
});

test('a picture that fails to load is replaced by the default, and a missing one by initials', async ({
  page,
  login,
  site,
}) => {
  await page.goto('/news');
  await expect(page.getByLabel('Your account')).toHaveText('User');
  const client = await login('reader');
  const { id, email } = (await client.get('/api/user/me')).body;
  await page.goto('/news');
  await expect(page.getByLabel('Your account')).toHaveText(email.slice(0, 2).toUpperCase());
  await site.db.execute(`UPDATE users SET profile_image = 'gone.jpg' WHERE id = ${id}`);
  await page.reload();
  const picture = page.getByLabel('Your account').locator('img');
  await expect(picture).toHaveAttribute('src', '/avatar.svg');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});
