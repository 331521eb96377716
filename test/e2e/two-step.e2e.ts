import { createServer } from 'node:net';
import type { Page } from '@playwright/test';
import { newsroomTwoStep } from '#src/accounts/users/accounts.settings.ts';
import { codeOf, setUpApp } from '../factories/two-step.ts';
import { nextMail, tokenIn } from '../mailbox.ts';
import { expect, password, test } from './fixtures.ts';

// Passkeys are bound to a host name: the site runs at localhost, on a port known beforehand.
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number }; // it listens on a port
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  env: async ({}, use) => {
    const port = await freePort();
    await use({ PORT: String(port), SITE_URL: `http://localhost:${port}` });
  },
  baseURL: async ({ site }, use) => use(site.services.config.siteUrl),
});

/** Adds a virtual platform authenticator that always verifies its user. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Turns the simulated user presence on or off. */
    present: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}

async function fillLogin(page: Page, email: string, door = '/login') {
  await page.goto(door);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

async function logOut(page: Page) {
  // The address changes before the page, which closes menus.
  await expect(page.getByRole('heading', { level: 1, name: /login/i })).toBeHidden();
  await page.getByLabel('Your account').click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByText('Logout Successful').first()).toBeVisible();
}

test('an attacker with an admin’s password is refused at both logins; the owner gets in', async ({
  page,
  site,
  browser,
  baseURL,
  checkAccessibility,
}) => {
  const { email } = await site.createUser('admin');
  const { secret, recoveryCodes } = await setUpApp(await site.visitor.login('/api/admin_login', email, password));

  const thief = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  for (const door of ['/login', '/admin']) {
    await fillLogin(thief, email, door);
    await expect(thief.getByText('Enter the code of your authenticator app.')).toBeVisible();
    await thief.getByLabel('Code').fill('123456');
    await thief.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(thief.getByRole('alert').getByText('This code is not right, or has been used.').first()).toBeVisible();
  }
  await thief.goto('/profile/security');
  await expect(thief).toHaveURL('/login');
  await thief.context().close();

  await fillLogin(page, email);
  await expect(page.getByText('Enter the code of your authenticator app.')).toBeVisible();
  await checkAccessibility();
  await page.getByLabel('Code').fill(codeOf(secret, 30_000));
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/news');
  await logOut(page);
  await fillLogin(page, email);
  await page.getByLabel('Code').fill(recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/news');
  // The attacker's attempts are in the owner's list.
  await page.goto('/profile/security');
  await expect(page.getByText('Right password, wrong code at the second step').first()).toBeVisible();
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible();

  // Sensitive actions require both factors again after 15 minutes.
  site.advance(20 * 60_000);
  await page.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(dialog.getByText('Enter the code of your authenticator app.')).toBeVisible();
  await checkAccessibility();
  await dialog.getByLabel('Code').fill(codeOf(secret, 20 * 60_000));
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('The authenticator app is no longer asked for.').first()).toBeVisible();
});

test('a passkey is added, serves as second step and sole login, confirms an action, and is removed', {
  tag: '@core',
}, async ({ page, site, checkAccessibility }) => {
  const { email } = await site.createUser('reader');
  const authenticator = await addAuthenticator(page);
  await fillLogin(page, email);
  await expect(page).toHaveURL('/news');
  await page.goto('/profile/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await page.getByLabel('Name of the passkey').fill('My phone');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('The passkey has been added.').first()).toBeVisible();
  await expect(page.getByText('Recovery codes: each stands in')).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  expect((await saved).suggestedFilename()).toBe('news-wing-recovery-codes.txt');
  await checkAccessibility();
  await page.getByRole('button', { name: 'Rename: My phone' }).click();
  await page.getByRole('listitem').getByLabel('Name of the passkey').fill('Grey phone');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Grey phone')).toBeVisible();
  expect((await nextMail(site, email)).subject).toBe('Passkey added – News Wing');

  await logOut(page);
  await fillLogin(page, email);
  await expect(page.getByText('Confirm with your passkey, or enter a recovery code.')).toBeVisible();
  await checkAccessibility();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL('/news');
  await logOut(page);
  await page.goto('/login?from=/profile/security');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page).toHaveURL('/profile/security');

  // After the 15 minutes, so that reauthentication is required.
  site.advance(20 * 60_000);
  await page.getByRole('button', { name: 'Remove: Grey phone' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill('not it');
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(dialog.getByText('The password is not right.')).toBeVisible();
  await dialog.getByLabel('Password').fill(password);
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('The passkey has been removed.').first()).toBeVisible();
  await expect(page.getByText('Grey phone')).toBeHidden();
  await logOut(page);
  await fillLogin(page, email); // without a second step, as before
  await expect(page).toHaveURL('/news');
  await authenticator.present(false);
});

test('cancelling the passkey prompt shows a message, and a recovery code still works', async ({ page, site }) => {
  const { email } = await site.createUser('reader');
  await addAuthenticator(page);
  await fillLogin(page, email);
  await expect(page).toHaveURL('/news');
  await page.goto('/profile/security');
  await page.getByLabel('Name of the passkey').fill('Key');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const code = await page.locator('ul.font-mono li').first().innerText();
  await logOut(page);
  await page.addInitScript(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await fillLogin(page, email);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('The passkey was not confirmed.')).toBeVisible();
  await page.getByLabel('Recovery code').fill(code.toUpperCase());
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/news');
});

test('an editor is asked to set up a second step, and must do so after a week', async ({
  page,
  site,
  checkAccessibility,
}) => {
  const { email } = await site.createUser('editor');
  await site.services.settings.set(site.db, newsroomTwoStep, 'compulsory');
  await expect.poll(() => site.services.settings.get(newsroomTwoStep)).toBe('compulsory');
  await fillLogin(page, email, '/admin');
  await expect(page).toHaveURL('/admin-news');
  await page.getByRole('button', { name: 'Set it up' }).click();
  await expect(page.getByRole('main').getByText(/Please set it up by .*; after that/)).toBeVisible();
  await logOut(page);

  site.advance(8 * 86_400_000);
  await fillLogin(page, email, '/admin');
  await expect(page.getByRole('alert').getByText('Please set it up first.').first()).toBeVisible();
  await checkAccessibility();
  await page.getByRole('button', { name: 'Set it up' }).click();
  await expect(page).toHaveURL('/profile/security');
  await expect(page.getByText('Set it up here; then log in to the newsroom.')).toBeVisible();
  await checkAccessibility();
  await page.getByRole('button', { name: 'Turn on' }).click();
  const secret = await page.locator('p.font-mono').innerText();
  await page.getByLabel('Code').fill(codeOf(secret, 8 * 86_400_000));
  await page.getByRole('button', { name: 'Confirm' }).click();
  const code = await page.locator('ul.font-mono li').first().innerText();
  await page.getByRole('link', { name: 'On to the newsroom login' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Newsroom login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/admin-news');
});

test('an admin resets the second step of a user who has lost it', async ({ page, site, login }) => {
  await login('admin');
  const lost = await site.createUser('reader', { name: 'Dhruv Menon' });
  await setUpApp(await site.visitor.login('/api/newswings_login', lost.email, password));
  await page.goto('/admin/people?search=dhruv');
  await page.getByRole('button', { name: 'Reset two-step login' }).click();
  await page.getByRole('dialog').filter({ hasText: 'Dhruv Menon who asks' }).getByText('I have made sure').click();
  await expect(page.getByText('Saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reset two-step login' })).toBeHidden();
  await nextMail(site, lost.email);
  expect((await nextMail(site, lost.email)).subject).toBe('Two-step login of your account was reset');
});

test('password guessing locks nobody out: the owner’s browser is known, a reset admits any other', async ({
  page,
  site,
  browser,
  baseURL,
}) => {
  const { email } = await site.createUser('reader');
  await fillLogin(page, email);
  await expect(page).toHaveURL('/news');
  await logOut(page);
  const guess = (n: number) =>
    site.visitor.from(`203.0.113.${n % 14}`).json('POST', '/api/newswings_login', { email, password: `guess ${n}` });
  for (let n = 0; n < 150; n += 10) await Promise.all(Array.from({ length: 10 }, (_, i) => guess(n + i)));

  await fillLogin(page, email);
  await expect(page).toHaveURL('/news');

  const elsewhere = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await fillLogin(elsewhere, email);
  await expect(elsewhere.getByRole('alert').getByText('or set a new password by mail.')).toBeVisible();
  await elsewhere.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Forgotten password');
  await elsewhere.getByLabel('Email').fill(email);
  await elsewhere.getByRole('button', { name: 'Send the link' }).click();
  await expect(elsewhere.getByText('If an account with this e-mail exists')).toBeVisible();
  await elsewhere.goto(`/reset-password?token=${tokenIn((await nextMail(site, email)).text, 'reset-password')}`);
  await elsewhere.getByLabel('New password').fill('a quiet Friday');
  await elsewhere.getByLabel('Confirm Password').fill('a quiet Friday');
  await elsewhere.getByRole('button', { name: 'Set password' }).click();
  await expect(elsewhere).toHaveURL('/login');
  await elsewhere.getByLabel('Email').fill(email);
  await elsewhere.getByLabel('Password').fill('a quiet Friday');
  await elsewhere.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(elsewhere).toHaveURL('/news');
  await elsewhere.context().close();
});
