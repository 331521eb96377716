import jsQR from 'jsqr';
import sharp from 'sharp';
import { declarePayment, newUtr, statementColumns, statementFile } from '../factories/payments.ts';
import { expect, password, test } from './fixtures.ts';

const isLink = (link: string | null | undefined, plan: string, amount: string) =>
  expect(link).toMatch(
    new RegExp(`^upi://pay\\?pa=newswing@upi&pn=News%20Wing&am=${amount}&cu=INR&tn=News%20Wing%20${plan}%20plan&tr=NW`),
  );

test('the QR code on the screen encodes the right payment link', { tag: '@core' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/payment');
  await expect(page.getByText('Choose a plan to see how to pay.')).toBeVisible();
  for (const [plan, amount] of [
    ['weekly', '10.00'],
    ['yearly', '470.00'],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(plan, 'i') }).click();
    await expect(page.getByText(`₹${amount}`, { exact: true })).toBeVisible();
    const code = page.getByRole('img', { name: 'QR code of the payment link' });
    expect(await code.boundingBox()).toMatchObject({ width: 220, height: 220 });
    const shot = sharp(await code.screenshot()).ensureAlpha();
    const { data, info } = await shot.raw().toBuffer({ resolveWithObject: true });
    isLink(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data, plan, amount);
  }
  await expect(page.getByRole('link', { name: 'Pay with Google Pay / PhonePe' })).toBeHidden();
  await page.getByRole('button', { name: 'Copy UPI ID' }).click();
  await expect(page.getByText('UPI ID copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('newswing@upi');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: 'Copy UPI ID' }).click();
  await expect(page.getByText('Copying did not work. The UPI ID is selected: please copy it by hand.')).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('newswing@upi');
  // The choice is in the URL.
  await page.reload();
  await expect(page.getByRole('button', { name: /Yearly/ })).toHaveAttribute('aria-pressed', 'true');
});

test('a visitor’s plan and payment reference persist through the login', async ({ page, site }) => {
  const { email } = await site.createUser('reader');
  await page.goto('/payment');
  await page.getByRole('button', { name: /Monthly/ }).click();
  const reference = page.getByText(/^NWM[A-Z2-7]{13}$/);
  const chosen = await reference.textContent();
  await page.getByRole('button', { name: /Weekly/ }).click();
  await page.getByRole('button', { name: /Monthly/ }).click();
  await expect(reference).toHaveText(chosen ?? '');
  await page.getByRole('button', { name: 'I Have Paid' }).click();
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/payment?plan=monthly');
  await expect(page.getByRole('button', { name: /Monthly/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(reference).toHaveText(chosen ?? '');
});

test('payment details are never shown for a plan other than the chosen one', async ({ page }) => {
  let answer = () => {};
  await page.route('**/api/payment_link?plan=monthly', (route) => {
    answer = () => void route.continue();
  });
  await page.route('**/api/payment_link?plan=yearly', (route) => route.abort());
  await page.goto('/payment');
  const choose = (plan: string) => page.getByRole('button', { name: new RegExp(plan) }).click();
  await choose('Weekly');
  await expect(page.getByText('₹10.00', { exact: true })).toBeVisible();
  const asked = page.waitForRequest('**/api/payment_link?plan=monthly');
  await choose('Monthly');
  await asked;
  await expect(page.getByRole('main').getByText('Loading...')).toBeVisible();
  await choose('Weekly');
  const answered = page.waitForResponse('**/api/payment_link?plan=monthly');
  answer();
  await (await answered).finished();
  await page.waitForFunction(() => sessionStorage.getItem('payment-link-monthly'));
  await expect(page.getByText('₹10.00', { exact: true })).toBeVisible();
  await choose('Yearly');
  await expect(page.getByText('The payment link could not be loaded.')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36',
    viewport: { width: 360, height: 740 },
  });

  test('a button opens a payment app, with QR code and UPI ID below it', async ({ page, checkAccessibility }) => {
    await page.goto('/payment?plan=monthly');
    const button = page.getByRole('link', { name: 'Pay with Google Pay / PhonePe' });
    isLink(await button.getAttribute('href'), 'monthly', '40.00');
    await expect(page.getByRole('img', { name: 'QR code of the payment link' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy UPI ID' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await checkAccessibility();
  });
});

test('a statement with one amount column requires the column for debit or credit', async ({ page, login }) => {
  await login('admin');
  await page.goto('/admin/statements');
  const text = 'Date,Particulars,Amount,Dr / Cr\n21/11/2026,OFFICE RENT,888.00,DR\n21/11/2026,A GIFT,51.00,CR\n';
  const statement = { name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('Statement (CSV)').setInputFiles(statement);
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByLabel('Debit or credit')).toHaveValue('Dr / Cr');
  await page.getByRole('button', { name: 'Use these columns' }).click();
  await expect(page.getByText(/1 new credit, 0 known already, 1 debits or empty/)).toBeVisible();
  await expect(page.getByText('A GIFT')).toBeVisible();
});

test('after a rejected payment the page says that the next one waits', async ({ page, site, login }) => {
  const admin = await site.as('admin');
  const { id } = await declarePayment(await login('reader'), 'weekly');
  await page.goto('/payment?plan=weekly');
  await expect(page.getByText(/^The downloads open at once./)).toBeVisible();
  await admin.json('PUT', `/api/payments/${id}`, { state: 'rejected' });
  await page.reload();
  await expect(page.getByText(/^The downloads open as soon as an administrator has found/)).toBeVisible();
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'I Have Paid' }).click();
  await expect(page.getByText('Thank you. The downloads open as soon as your payment is confirmed')).toBeVisible();
  await page.goto('/payment');
  await expect(page.getByRole('status').getByText('Once it is confirmed, the downloads open')).toBeVisible();
});

test('a decision that comes too late, after reauthentication, shows the current state', async ({
  page,
  site,
  login,
}) => {
  const admin = await site.as('admin');
  await declarePayment(await site.as('reader'), 'yearly');
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' }).format(new Date());
  const statement = statementFile([[today, 'UPI/CR/RAMESH/no reference', newUtr(), '', '470.00']]);
  await admin.form('POST', '/api/statements', { statement, columns: statementColumns });
  const [line] = (await admin.get('/api/statement_lines')).body.lines;
  await login('admin');
  await page.goto('/admin/statements');
  site.advance(20 * 60_000);
  const pair = page.getByRole('button', { name: /Is the payment of Test reader/ });
  await pair.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(password);
  await admin.json('POST', `/api/statement_lines/${line.id}/dismiss`, { note: 'A gift' });
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('This line has been decided already.')).toBeVisible();
  await expect(pair).toBeHidden();
});
