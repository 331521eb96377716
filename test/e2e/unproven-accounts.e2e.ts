import { confirmationFor } from '../factories/emails.ts';
import { nextMail } from '../mailbox.ts';
import { logIn, owners, register, sendRegistration, setPassword } from './account-steps.ts';
import { expect, test } from './fixtures.ts';

// Accounts whose e-mail address nobody has confirmed, and what limits the mail that strangers cause.

test('an account that an attacker registered with a victim’s address is the victim’s by the link in his mailbox', {
  tag: '@core',
}, async ({ page, site, browser, checkAccessibility }) => {
  const [victims, thiefs] = ['victim@readers.test', 'thief@evil.test'];
  await register(page, victims);
  await page.goto('/login');
  await logIn(page, victims);
  await expect(page.getByText('Login successful!')).toBeVisible();
  await page.goto('/profile/edit');
  await page.getByLabel('Email').fill(thiefs);
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText(`Your e-mail address changes to ${thiefs}`)).toBeVisible();
  const token = await confirmationFor(site, thiefs);

  const victim = await (await browser.newContext({ baseURL: site.address })).newPage();
  await sendRegistration(victim, victims);
  await expect(victim.getByLabel('Email')).toHaveAccessibleDescription(/a link to start over is in its mailbox/);
  let mail = await nextMail(site, victims);
  while (!mail.text.includes('/reset-password')) mail = await nextMail(site, victims);
  await victim.goto(/\/reset-password\?token=\S+/.exec(mail.text)?.[0] ?? '');
  await expect(victim.getByText('Nobody has confirmed this e-mail address until now.')).toBeVisible();
  await victim.getByRole('button', { name: 'Set password' }).click();
  await expect(victim.getByLabel('Full Name')).toBeFocused();
  await checkAccessibility(victim);
  await victim.getByLabel('Full Name').fill('Ila Bose');
  await victim.getByLabel('Date of Birth').fill('1985-02-03');
  await victim.getByLabel('Mobile').fill('+44 20 7123 4567');
  await setPassword(victim);
  await victim.goto('/profile/edit');
  await logIn(victim, victims, owners);
  await expect(victim.getByLabel('Email')).toHaveValue(victims);
  await expect(victim.getByLabel('Name', { exact: true })).toHaveValue('Ila Bose');
  await expect(victim.getByText(thiefs)).toBeHidden();
  await expect(victim.getByText('Not confirmed yet.', { exact: true })).toBeHidden();
  await victim.context().close();

  await page.goto(`/confirm-email?token=${token}`);
  await expect(page.getByText('Session expired. Please log in again.').first()).toBeVisible();
  await logIn(page, victims);
  await expect(page.getByText('An error occurred during login.')).toBeVisible();
});

test('where many have registered from one address, the browser does a proof of work and nobody notices', async ({
  page,
  site,
}) => {
  await register(page, 'first@readers.test');
  const { rows } = await site.db.execute(
    `UPDATE rate_limits SET points = 150 WHERE key LIKE 'register-unproven:%' RETURNING key`,
  );
  expect(rows).toHaveLength(1);
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/newswings_register')) answers.push(response.status());
  });
  await register(page, 'second@readers.test');
  expect(answers).toEqual([429, 201]);
  await site.db.execute('TRUNCATE rate_limits');
});
