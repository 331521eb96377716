// Messages of forms after they are sent, refused or not, and their place: by keyboard on a phone.
import type { Locator, Page } from '@playwright/test';
import { decidePayment, newUtr } from '../factories/payments.ts';
import { expect, password } from './fixtures.ts';
import { test } from './keys.ts';

test.use({ viewport: { width: 360, height: 640 } });

const toasts = (page: Page) => page.locator('.Toastify__toast');
/** Checks that a control has the focus, and is neither out of view nor below a toast. */
async function expectSeen(target: Locator) {
  await expect(target).toBeFocused();
  const covered = () =>
    target.evaluate((node) => {
      const box = node.getBoundingClientRect();
      const covers = [...document.querySelectorAll('.Toastify__toast')].map((toast) => toast.getBoundingClientRect());
      const isBelow = covers.some((cover) => box.top < cover.bottom && box.bottom > cover.top);
      return isBelow || box.top < 0 || box.bottom > innerHeight;
    });
  await expect.poll(covered).toBe(false);
}

test('payment: the page says at every step, also after a reload, what happens next', { tag: '@core' }, async ({
  page,
  site,
  keys,
  checkAccessibility,
}) => {
  test.slow(); // each state of a payment
  const user = await site.createUser('reader');
  const utr = newUtr();
  await page.goto('/payment?plan=monthly');
  await keys.skipMenus();
  await keys.type(page.getByLabel('UPI reference (UTR), optional'), '123');
  await keys.press(page.getByRole('button', { name: 'I Have Paid' }));
  await expect(page).toHaveURL('/login');
  await keys.type(page.getByLabel('Email'), user.email);
  await keys.type(page.getByLabel('Password'), password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/payment?plan=monthly');
  const field = page.getByLabel('UPI reference (UTR), optional');
  await expect(field).toHaveValue('123'); // typed before the login
  await expect(page.getByText('₹40.00', { exact: true })).toBeVisible();
  const paid = page.getByRole('button', { name: 'I Have Paid' });
  await keys.press(paid); // no question before the form is right
  await expectSeen(field);
  await expect(field).toHaveAccessibleDescription(/A UTR has twelve digits/);
  await checkAccessibility();
  await keys.type(field, utr);
  await page.route('**/api/payments', (route) => route.abort(), { times: 1 });
  page.on('dialog', (dialog) => dialog.accept());
  await keys.press(paid);
  await expect(page.getByText('The site could not be reached. What you filled in is kept.')).toBeVisible();
  await expectSeen(paid);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/e-paper');
  await expect(toasts(page)).toHaveText(['Thank you. The downloads are open.']);

  const admin = await site.as('admin');
  const { rows } = await site.db.execute(`SELECT id FROM payment_claims WHERE utr = '${utr}'`);
  const id = Number(rows[0]?.id);
  const newest = page.getByRole('main').getByRole('status');
  for (const [state, says] of [
    ['declared', 'An administrator still compares this payment with our account'],
    ['rejected', 'We could not find this payment. The reason is in our mail of'],
    ['confirmed', 'The receipt is here and in our mail.'],
  ] as const) {
    if (state !== 'declared') await decidePayment(admin, id, state);
    await page.goto('/payment');
    await expect(newest).toContainText(`Monthly · ₹40.00 · ${state}`);
    await expect(newest).toContainText(says);
    await expect(page.getByRole('listitem').filter({ hasText: says })).toHaveCount(1);
    await checkAccessibility();
  }
  await keys.skipMenus();
  await keys.press(newest.getByRole('link', { name: 'Your payments' }));
  await expect(page.getByRole('heading', { name: 'Your payments' })).toBeInViewport();
});
