// Messages of forms after they are sent, refused or not, and their place, on a phone.
import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { profileCalls } from '#src/accounts/account/profile.contract.ts';
import * as forgotPasswordPage from '#src/accounts/account/web/forgot-password-page.tsx';
import * as registerPage from '#src/accounts/account/web/register-page.tsx';
import * as loginPage from '#src/accounts/login/web/login-page.tsx';
import { sessionCalls } from '#src/accounts/users/sessions.contract.ts';
import { grievancesCalls } from '#src/grievances/grievances.contract.ts';
import * as publicationPage from '#src/submissions/review/web/publication-page.tsx';
import { consent, policy } from './loaded.ts';
import { answer, broken, refusal, reply } from './network.ts';
import { at, closeToast, logIn, open, toasts } from './open-page.tsx';
import { openFilled, placeOf } from './places.ts';

beforeEach(() => page.viewport(360, 640));

const main = page.getByRole('main');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const label = (text: string) => page.getByLabelText(text);
const invalid = () => [...document.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')].map(({ name }) => name);

/** Presses Enter where the focus is, or on this control. A click misses what moves under the pointer. */
async function press(target?: Locator) {
  if (target) {
    await expect.element(target).toBeVisible();
    (target.element() as HTMLElement).focus(); // all controls here are HTML
  }
  await userEvent.keyboard('{Enter}');
}

/** Checks that a control has the focus, and is neither out of view nor below a toast. */
async function expectSeen(target: Locator) {
  await expect.element(target).toHaveFocus();
  const isHidden = () => {
    const box = target.element().getBoundingClientRect();
    const covers = [...document.querySelectorAll('.Toastify__toast')].map((toast) => toast.getBoundingClientRect());
    const isBelow = covers.some((cover) => box.top < cover.bottom && box.bottom > cover.top);
    return isBelow || box.top < 0 || box.bottom > innerHeight;
  };
  await expect.poll(isHidden).toBe(false);
}

async function expectAccessible() {
  const { violations } = await axe.run(document.body, { resultTypes: ['violations'], selectors: false });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([]);
}

test('registration: every refusal leads to the first field at fault, and success says what comes next', async () => {
  open([at('/register', registerPage, { policy, consentAge: 18 })]);
  await press(button('Register'));
  await expectSeen(label('Full Name'));
  expect(invalid()).toEqual(['name', 'dob', 'email', 'mobile', 'password', 'confirm_password']);
  await expect.element(label('Full Name')).toHaveAccessibleDescription(/This field is required/);

  await label('Full Name').fill('Asha Rao');
  await label('Date of Birth').fill('1998-03-14');
  await label('Email').fill('taken@readers.test');
  await label('Mobile').fill('9876543210');
  await label('Create Password').fill('a quiet Tuesday');
  await label('Confirm Password').fill('a loud Tuesday');
  for (let presses = 0; presses < 3; presses++) {
    await press(button('Register'));
    await expectSeen(label('Confirm Password'));
    await expect.element(toasts.getByText('Passwords do not match!')).toBeVisible();
  }
  await label('Confirm Password').fill('a quiet Tuesday');

  // The server's own refusal, at its field.
  const taken = 'This e-mail is already registered.';
  answer(profileCalls.register, refusal(409, { code: 'conflict', error: taken, fields: { email: taken } }));
  await press(button('Register'));
  await expectSeen(label('Email'));
  await expect.element(label('Email')).toHaveAccessibleDescription(taken);
  await expect.element(label('Create Password')).toHaveValue('a quiet Tuesday');
  await closeToast();

  // A failure without a field: the reason stays below the button, which has the focus.
  await label('Email').fill('asha@readers.test');
  answer(profileCalls.register, broken);
  await press(button('Register'));
  await expect.element(main.getByText('The site could not be reached. What you filled in is kept.')).toBeVisible();
  await expectSeen(button('Register'));
  await closeToast();
  await expectAccessible();

  // The server's message stays on the page when its toast is gone.
  const error = 'Registration is closed for a moment.';
  answer(profileCalls.register, refusal(503, { error, message: error, code: 'unavailable' }));
  await press();
  await expect.element(toasts.getByText(error)).toBeVisible();
  await expect.element(main.getByText(error)).not.toBeInTheDocument();
  await closeToast();
  await expect.element(main.getByText(`${error} What you filled in is kept.`)).toBeVisible();

  answer(profileCalls.register, reply(profileCalls.register));
  await expectSeen(button('Register')); // closing the toast has returned the focus
  await press();
  await expectSeen(page.getByRole('heading', { name: 'Your account is ready.' }));
  await expect.element(page.getByText('The link is valid for 7 days')).toBeVisible();
  await expect.element(label('Full Name')).toHaveValue('');
  await expect.element(page.getByText('What you filled in is kept.')).not.toBeInTheDocument();
  await closeToast();
  await expectAccessible();
});

test('login: the empty field gets the focus, described by the message', async () => {
  open([at('/login', loginPage)]);
  await label('Email').fill('asha@readers.test');
  await press();
  await expectSeen(label('Password'));
  await expect.element(label('Password')).toHaveAccessibleDescription('Please fill in all fields.');
  expect(invalid()).toEqual(['password']);
  await label('Password').fill('correct horse battery');
  expect(invalid()).toEqual([]);
  answer(sessionCalls.userLogin, refusal(401, { code: 'unauthenticated', error: 'Wrong e-mail or password.' }));
  await press();
  await expect.element(page.getByText('An error occurred during login.')).toBeVisible();
  await expect.element(label('Password')).toHaveFocus();
});

test('a submission: the form says that the work has arrived, and what comes next', async () => {
  logIn('reader');
  const file = (name: string) => new File(['%PDF-1.7'.padEnd(100_000)], name, { type: 'application/pdf' });
  open([at('/publication', publicationPage, consent)]);
  await press(button('Submit'));
  await expectSeen(label('Article type'));
  await expect.element(toasts.getByText('All fields are required.')).toBeVisible();
  await label('Article type').selectOptions('essay');
  await label('Bonafide file').upload(file('bonafide.pdf'));
  await press(button('Submit'));
  await expectSeen(label('Essay file'));
  await expect.element(page.getByText('bonafide.pdf (0.1 MB)')).toBeVisible();
  await label('Essay file').upload(file('essay.pdf'));
  await press(button('Submit'));
  await expectSeen(page.getByRole('heading', { name: 'Your work has reached us' }));
  await expect.element(page.getByText('An editor reads it next')).toBeVisible();
  await closeToast();
  await expectAccessible();
});

test('a forgotten password ends with a heading that has the focus', async () => {
  open([at('/forgot-password', forgotPasswordPage)]);
  answer(profileCalls.forgot, reply(profileCalls.forgot, { message: 'We have sent a link.' }));
  await label('Email').fill('asha@readers.test');
  await press();
  await expectSeen(page.getByRole('heading', { name: 'Please look into your mailbox' }));
});

test('a grievance: the empty form leads to its first field, and the sent one to a heading', async () => {
  const place = placeOf('grievance');
  answer(place.call, reply(grievancesCalls.send, { number: 'G-1' }));
  await openFilled(place);
  await label('Name').fill('');
  await place.press();
  await expectSeen(label('Name'));
  await label('Name').fill('Ila Bose');
  await place.press();
  await expectSeen(page.getByRole('heading', { name: 'We have your grievance' }));
});
