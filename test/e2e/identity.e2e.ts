import { askForEmail, changeEmail, confirmationFor, resetTokenFor, takeBackFor } from '../factories/emails.ts';
import { logIn, owners, register, setPassword } from './account-steps.ts';
import { expect, password, test } from './fixtures.ts';

// Confirming and changing an e-mail address, and an attacker's attempts.

const minute = 60_000;

test('a reader registers and confirms the e-mail address through the mailed link, after a login', {
  tag: '@core',
}, async ({ page, site, checkAccessibility }) => {
  const email = 'asha@readers.test';
  await register(page, email);
  await expect(page.getByText('We have sent you a mail with a link')).toBeVisible();
  await confirmationFor(site, email);

  await page.goto('/profile/edit');
  await logIn(page, email);
  await expect(page.getByText(`Please open the link that we sent to ${email}`)).toBeVisible();
  await expect(page.getByText('Not confirmed yet.', { exact: true })).toBeVisible();
  await checkAccessibility();
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText('The link has been sent again.')).toBeVisible();
  await page.getByLabel('Your account').click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL('/login');

  await page.goto(`/confirm-email?token=${await confirmationFor(site, email)}`);
  await logIn(page, email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your e‑mail address');
  await checkAccessibility();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByText('Not confirmed yet.', { exact: true })).toBeHidden();
});

test('an e-mail address in use and a link of another account show an error where they are used', async ({
  page,
  site,
  login,
}) => {
  const other = await site.createUser('reader', { emailConfirmedAt: null });
  const client = await site.visitor.login('/api/newswings_login', other.email, password);
  await client.json('POST', '/api/user/confirm_email', {});
  const token = await confirmationFor(site, other.email);
  const { email: inUse } = await site.createUser('reader');
  await login('reader');
  site.advance(20 * minute);
  await page.goto('/profile/edit');
  await page.getByLabel('Email').fill(inUse);
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('This e-mail is already registered.');
  site.advance(-20 * minute);

  await page.goto(`/confirm-email?token=${token}`);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('This link belongs to another account.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click();
  await logIn(page, other.email);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible();
});

test('an attacker with an admin’s token does not get past the password prompt', async ({ page, login, site }) => {
  const { email } = (await (await login('admin')).get('/api/user/me')).body;
  site.advance(20 * minute);
  await page.goto('/profile/edit');
  await page.getByLabel('Email').fill('thief@evil.test');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill('a guess of his');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(dialog.getByText('The password is not right.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByText('thief@evil.test')).toBeHidden();
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill('thief@evil.test');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('If an account with this e-mail exists')).toBeVisible();
  await page.goto('/profile/edit');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Name', { exact: true }).fill('Only the name');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  site.advance(-20 * minute);
});

test('the owner evicts an attacker who changed e-mail and password, through the old mailbox', async ({
  page,
  login,
  site,
  browser,
  checkAccessibility,
}) => {
  const thief = await login('reader');
  const { name, email } = (await thief.get('/api/user/me')).body;
  await changeEmail(site, thief, 'thief@evil.test', name);
  // The attacker sets a password, in his own browser.
  const token = await resetTokenFor(site, 'thief@evil.test');
  await page.goto(`/reset-password?token=${token}`);
  await setPassword(page, 'the thief sets this');
  await logIn(page, 'thief@evil.test', 'the thief sets this');
  await expect(page.getByText('Login successful!')).toBeVisible();

  const owner = await (await browser.newContext({ baseURL: site.address })).newPage();
  await owner.goto(`/take-email-back?token=${await takeBackFor(site, email)}`);
  await checkAccessibility(owner);
  await owner.getByRole('button', { name: 'Take my e-mail address back' }).click();
  await expect(owner.getByText('This is the e-mail address of your account again')).toBeVisible();
  await setPassword(owner);
  await owner.goto('/profile/edit');
  await logIn(owner, email, owners);
  await expect(owner.getByLabel('Email')).toHaveValue(email);
  await owner.context().close();

  await page.goto('/profile/edit');
  await expect(page.getByText('Session expired. Please log in again.').first()).toBeVisible();
  await logIn(page, 'thief@evil.test', 'the thief sets this');
  await expect(page.getByText('An error occurred during login.')).toBeVisible();
  await page.goto(`/take-email-back?token=${await takeBackFor(site, email)}`);
  await page.getByRole('button', { name: 'Take my e-mail address back' }).click();
  await expect(page.getByText('This link has been used or has run out.')).toBeVisible();
});

test('with two-step login, password change and deletion require reauthentication', async ({ page, login, site }) => {
  const { id } = (await (await login('reader')).get('/api/user/me')).body;
  await site.db.execute(`UPDATE users SET totp_secret = 'x' WHERE id = ${id}`);
  site.advance(20 * minute);
  await page.goto('/profile/security');
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password').fill('a new quiet day');
  await page.getByLabel('Confirm Password').fill('a new quiet day');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('dialog')).toContainText('Please give your password again.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('dialog').getByLabel('Password').fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('dialog').last()).toContainText('Please give your password again.');
  site.advance(-20 * minute);
});

test('a pending e-mail change is stopped from the old mailbox', async ({ page, login, site }) => {
  const thief = await login('reader');
  const { email } = (await thief.get('/api/user/me')).body;
  await askForEmail(thief, 'thief@evil.test');
  await page.goto(`/take-email-back?token=${await takeBackFor(site, email)}`);
  await page.getByRole('button', { name: 'Take my e-mail address back' }).click();
  await setPassword(page);
  await logIn(page, email, owners);
  await expect(page.getByText('Login successful!')).toBeVisible();
});

test('setting a new password is not interrupted when another call notices the ended session first', async ({
  page,
  login,
  site,
}) => {
  const thief = await login('reader');
  const { email } = (await thief.get('/api/user/me')).body;
  await askForEmail(thief, 'thief@evil.test');
  const [taken, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/api/user/plan', async (route) => {
    await taken.promise;
    await route.continue();
  });
  await page.route('**/api/take_email_back', async (route) => {
    const response = await route.fetch();
    const noticed = page.waitForResponse((answer) => answer.url().endsWith('/api/user/plan'));
    taken.resolve();
    expect((await noticed).status()).toBe(401);
    await route.fulfill({ response });
  });
  await page.route('**/assets/login-page-*.js', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto(`/take-email-back?token=${await takeBackFor(site, email)}`);
  await page.getByRole('button', { name: 'Take my e-mail address back' }).click();
  await expect(page).toHaveURL(/\/reset-password/);
  arrived.resolve();
  await setPassword(page);
});
