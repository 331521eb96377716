// What forms say after they are sent, refused or not, and where: by keyboard on a phone.
import type { Locator, Page, Route } from '@playwright/test';
import { pdfFile, picked } from '../factories/documents.ts';
import { decidePayment, newUtr } from '../factories/payments.ts';
import { pictureFile } from '../factories/pictures.ts';
import { expect, password } from './fixtures.ts';
import { test } from './keys.ts';

test.use({ viewport: { width: 360, height: 640 } });

const invalid = (page: Page) => page.locator('[aria-invalid=true]');
const toasts = (page: Page) => page.locator('.Toastify__toast');
/** Closes the toast, which otherwise stays: the pointer of a page without a mouse is at its corner, over the toast. */
async function closeToast(page: Page) {
  await expect(toasts(page)).toHaveCount(1);
  await toasts(page).getByRole('button', { name: 'Close' }).press('Enter');
  await expect(toasts(page)).toHaveCount(0);
}

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

test('registration: every refusal leads to the first field at fault, and success says what comes next', async ({
  page,
  site,
  keys,
  consoleErrors,
  checkAccessibility,
}) => {
  test.slow(); // many refusals, one after the other
  const { email: taken } = await site.createUser('reader');
  await page.goto('/register');
  await keys.skipMenus();
  const button = page.getByRole('button', { name: 'Register' });
  await keys.press(button);
  await expectSeen(page.getByLabel('Full Name'));
  await expect(invalid(page)).toHaveCount(6);
  expect(await invalid(page).evaluateAll((fields) => fields.map((field) => field.getAttribute('name')))).toEqual([
    'name',
    'dob',
    'email',
    'mobile',
    'password',
    'confirm_password',
  ]);
  for (const field of await invalid(page).all())
    await expect(field).toHaveAccessibleDescription(/This field is required/);
  await checkAccessibility();

  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Date of Birth').fill('1998-03-14');
  await page.getByLabel('Email').fill(taken);
  await page.getByLabel('Mobile').fill('9876543210');
  await page.getByLabel('Create Password').fill('a quiet Tuesday');
  await page.getByLabel('Confirm Password').fill('a loud Tuesday');
  const portrait = Buffer.from(await (await pictureFile(400, 400)).bytes());
  await page.getByLabel('Profile Image').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: portrait });
  for (let presses = 0; presses < 3; presses++) {
    await keys.press(button);
    await expectSeen(page.getByLabel('Confirm Password'));
    await expect(toasts(page)).toHaveText(['Passwords do not match!']);
  }
  await page.getByLabel('Confirm Password').fill('a quiet Tuesday');

  // The server's own refusal, at its field.
  await keys.press(button);
  await expectSeen(page.getByLabel('Email'));
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/^This e-mail is already registered\./);
  await expect(toasts(page)).toHaveCount(1);
  await expect(page.getByLabel('Create Password')).toHaveValue('a quiet Tuesday');
  await expect(page.getByAltText('Your picture')).toBeVisible();

  // A failure without a field: the reason stays below the button, which has the focus.
  await page.getByLabel('Email').fill('asha@readers.test');
  const busy = { error: 'Registration is closed for a moment.', message: 'x', code: 'unavailable' };
  // One route for both failures: a route that expires while the next is added may take that one with it.
  const failures = [(route: Route) => route.abort(), (route: Route) => route.fulfill({ status: 503, json: busy })];
  await page.route('**/api/newswings_register', (route) => failures.shift()?.(route) ?? route.fallback());
  await keys.press(button);
  await expect(page.getByText('The site could not be reached. What you filled in is kept.')).toBeVisible();
  await expectSeen(button);
  await closeToast(page);
  await checkAccessibility();
  consoleErrors.length = 0;

  // The server's message stays on the page when its toast is gone.
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toHaveText([busy.error]);
  await expect(page.getByRole('main').getByText(busy.error)).toHaveCount(0);
  await page.locator('.Toastify').getByRole('button', { name: 'Close' }).press('Enter');
  await expect(page.getByRole('main').getByText(`${busy.error} What you filled in is kept.`)).toBeVisible();
  consoleErrors.length = 0;

  await expectSeen(button); // closing the toast has returned the focus
  await page.keyboard.press('Enter');
  await expectSeen(page.getByRole('heading', { name: 'Your account is ready.' }));
  await expect(page.getByText('The link is valid for 7 days')).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveValue('');
  await expect(page.getByText('What you filled in is kept.')).toBeHidden();
  await closeToast(page);
  await checkAccessibility();
});

test('login: the empty field gets the focus, described by the message', async ({ page, keys }) => {
  await page.goto('/login');
  await keys.skipMenus();
  await keys.type(page.getByLabel('Email'), 'asha@readers.test');
  await page.keyboard.press('Enter');
  await expectSeen(page.getByLabel('Password'));
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Please fill in all fields.');
  await expect(invalid(page)).toHaveCount(1);
  await keys.type(page.getByLabel('Password'), password);
  await expect(invalid(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByText('An error occurred during login.')).toBeVisible();
  await expect(toasts(page)).toHaveCount(1);
  await expect(page.getByLabel('Password')).toBeFocused();
});

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

test('a submission: the form says that the work has arrived, and what comes next', async ({
  page,
  login,
  keys,
  checkAccessibility,
}) => {
  await login('reader');
  await page.goto('/publication');
  await keys.skipMenus();
  const submit = page.getByRole('button', { name: 'Submit' });
  await keys.press(submit);
  await expectSeen(page.getByLabel('Article type'));
  await expect(toasts(page)).toHaveText(['All fields are required.']);
  await keys.choose(page.getByLabel('Article type'), 'essay');
  await keys.pick(page.getByLabel('Bonafide file'), await picked(pdfFile('bonafide.pdf')));
  await keys.press(submit);
  await expectSeen(page.getByLabel('Essay file'));
  await expect(page.getByText('bonafide.pdf (0.1 MB)')).toBeVisible();
  await keys.pick(page.getByLabel('Essay file'), await picked(pdfFile('essay.pdf', 'Night trains')));
  await keys.press(submit);
  await expectSeen(page.getByRole('heading', { name: 'Your work has reached us' }));
  await expect(page.getByText('An editor reads it next')).toBeVisible();
  await closeToast(page);
  await checkAccessibility();
});

test('a grievance and a forgotten password end with a heading that has the focus', async ({ page, site, keys }) => {
  const { email } = await site.createUser('reader');
  await page.goto('/forgot-password');
  await keys.skipMenus();
  await keys.type(page.getByLabel('Email'), email);
  await page.keyboard.press('Enter');
  await expectSeen(page.getByRole('heading', { name: 'Please look into your mailbox' }));
  await page.goto('/grievance');
  await keys.skipMenus();
  const send = page.getByRole('button', { name: 'Send grievance' });
  await keys.press(send);
  await expectSeen(page.getByLabel('Name'));
  await keys.type(page.getByLabel('Name'), 'Ila Bose');
  await keys.type(page.getByLabel('E-mail'), 'ila@readers.test');
  await keys.choose(page.getByLabel('What it is about'), 'Something you published');
  await keys.type(page.getByLabel('What happened'), 'The story names the wrong street.');
  await keys.press(send);
  await expectSeen(page.getByRole('heading', { name: 'We have your grievance' }));
});
