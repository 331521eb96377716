import { picked } from '../factories/documents.ts';
import { declarePayment, newUtr, statementFile } from '../factories/payments.ts';
import { nextMail } from '../mailbox.ts';
import { expect, password } from './fixtures.ts';
import { test } from './keys.ts';

// Payments in the newsroom, by keyboard alone.

test('an admin confirms one payment, and rejects another after giving the password again', { tag: '@core' }, async ({
  page,
  site,
  login,
  keys,
  checkAccessibility,
}) => {
  await declarePayment(await site.as('reader'), 'monthly');
  const payer = await site.as('reader');
  await declarePayment(payer, 'yearly');
  await login('admin');
  await page.goto('/news');
  await keys.press(page.getByLabel('Your account'));
  await keys.press(page.getByRole('link', { name: 'Payments' }));
  const row = (plan: string) => page.getByRole('row').filter({ hasText: plan });
  await keys.press(row('Monthly').getByRole('button', { name: 'Confirm' }));
  await expect(row('Monthly').getByText('confirmed', { exact: true })).toBeVisible();
  await keys.press(row('Yearly').getByRole('button', { name: 'Reject' }));
  const dialog = page.getByRole('dialog');
  await checkAccessibility();
  await keys.type(dialog.getByLabel('Note'), 'No such credit.');
  site.advance(20 * 60_000);
  await keys.press(dialog.getByRole('button', { name: 'Reject' }));
  // Cancelling the password prompt keeps the note.
  const asked = page.getByRole('dialog', { name: 'Please give your password again.' });
  await keys.press(asked.getByRole('button', { name: 'Cancel' }));
  await keys.press(dialog.getByRole('button', { name: 'Reject' }));
  await keys.type(dialog.getByLabel('Password'), password);
  await page.keyboard.press('Enter');
  await expect(row('Yearly').getByText('rejected', { exact: true })).toBeVisible();
  const { email } = (await payer.get('/api/user/me')).body;
  expect((await nextMail(site, email)).text).toContain('No such credit.');
  expect((await payer.get('/api/user/plan')).body.isPaid).toBe(false);
});

test('a bank statement confirms a payment, an admin decides on the rest, and the payer saves a receipt', {
  tag: '@core',
}, async ({ page, site, login, keys, checkAccessibility }) => {
  const payer = await site.as('reader');
  const { reference } = await declarePayment(payer, 'monthly');
  await declarePayment(await site.as('reader'), 'yearly');
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' }).format(new Date());
  const statement = statementFile([
    [today, `UPI/CR/${newUtr()}/ASHA/${reference}`, newUtr(), '', '40.00'],
    [today, 'UPI/CR/RAMESH/no reference', newUtr(), '', '470.00'],
    [today, 'CASH DEPOSIT', '', '', '999.00'],
  ]);
  await login('admin');
  await page.goto('/admin/statements');
  await keys.skipMenus();
  await keys.pick(page.getByLabel('Statement (CSV)'), await picked(statement));
  await keys.press(page.getByRole('button', { name: 'Import' }));
  await expect(page.getByText('A new kind of statement: which column is which?')).toBeVisible();
  await keys.choose(page.getByLabel('UTR or reference'), 'Ref No.');
  await checkAccessibility();
  await keys.press(page.getByRole('button', { name: 'Use these columns' }));
  await expect(page.getByRole('status').filter({ hasText: '1 payment confirmed, 2 left to decide.' })).toBeVisible();
  await keys.press(page.getByRole('button', { name: 'Import' }));
  await expect(page.getByText(/0 new credits, 3 known already/)).toBeVisible();
  await checkAccessibility();
  await keys.press(page.getByRole('button', { name: /Is the payment of Test reader/ }));
  await expect(page.getByText('Payment confirmed')).toBeVisible();
  const aside = page.getByRole('button', { name: 'No payment for a plan' });
  await expect(aside).toHaveCount(1);
  await keys.press(aside);
  await keys.type(page.getByLabel('Note'), 'Sale of old machines');
  await keys.press(page.getByRole('button', { name: 'Set aside' }));
  await expect(page.getByText('Nothing is left to decide.')).toHaveCount(2);
  await page.goto('/admin/payments');
  await expect(page.getByRole('row').filter({ hasText: 'confirmed' })).toHaveCount(2);
  await checkAccessibility();

  const { user } = (await payer.get('/api/verify_token')).body;
  const root = JSON.stringify({ state: { user: { ...user, user_id: user.id, token: payer.token } } });
  await page.evaluate((text) => localStorage.setItem('root', text), root);
  await page.goto('/payment');
  await keys.skipMenus();
  await expect(page.getByText(/Your monthly plan runs until/i)).toBeVisible();
  await checkAccessibility();
  const download = page.waitForEvent('download');
  await keys.press(page.getByRole('button', { name: 'Receipt' }));
  expect((await download).suggestedFilename()).toBe(`receipt-${reference}.pdf`);
  expect((await nextMail(site, user.email)).text).toContain(reference);
});
