// Form fields survive the end of a session, and are shown to no other user.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { profileCalls } from '#src/accounts/account/profile.contract.ts';
import * as profilePage from '#src/accounts/account/web/profile-page.tsx';
import * as adminLoginPage from '#src/accounts/login/web/admin-login-page.tsx';
import * as loginPage from '#src/accounts/login/web/login-page.tsx';
import { enquiriesCalls } from '#src/enquiries/enquiries.contract.ts';
import * as enquiriesPage from '#src/enquiries/web/enquiries-page.tsx';
import { storiesCalls } from '#src/news/stories/stories.contract.ts';
import * as editStoryPage from '#src/newsroom/story-form/web/edit-story-page.tsx';
import { ledgerCalls } from '#src/plans/plans.contract.ts';
import * as paymentsPage from '#src/plans/web/payments-page.tsx';
import * as publicationPage from '#src/submissions/review/web/publication-page.tsx';
import { consent, haveCategories, haveSubmission } from './loaded.ts';
import { answer, reply, setSessionEnded } from './network.ts';
import { at, go, here, logIn, logInAgain, open, toasts } from './open-page.tsx';
import { smallestOf } from './smallest.ts';

const typedFields = () => Object.keys(sessionStorage).filter((key) => key.startsWith('fields:'));
const button = (name: string) => page.getByRole('button', { name, exact: true });
const pane = page.getByRole('region', { name: 'Reading pane' });

test('one user’s form fields are not shown to the next, and are deleted on logout', async () => {
  const name = page.getByLabelText('Name', { exact: true });
  const haveProfile = (id: number, name: string) =>
    answer(profileCalls.me, reply(profileCalls.me, { id, name, email: 'a@b.test', mobile: '+91 9876543210' }));
  haveProfile(7, 'First');
  logIn('reader');
  open([at('/profile/edit', profilePage), at('/login', loginPage)]);
  await name.fill('Typed by the first');
  setSessionEnded(true);
  await button('Update Profile').click();
  haveProfile(8, 'Second');
  await logInAgain('reader', 8);
  await expect.poll(here).toBe('/profile/edit');
  await expect.element(name).toHaveValue('Second');
  await name.fill('Typed by the second');
  expect(typedFields()).toEqual(['fields:8:profile']);
  await page.getByLabelText('Your account').click();
  await button('Log Out').click();
  await expect.poll(here).toBe('/login');
  expect(typedFields()).toEqual([]);
});

interface Writing {
  name: string;
  role: 'editor' | 'admin';
  /** Opens the page of the object that is written about, and the login. */
  page: ReturnType<typeof at>;
  prepare(): void;
  /** Opens the field, on that page. */
  open(): Promise<void>;
  label: string;
  button: string;
}

const publication = at('/publication', publicationPage, consent);
const enquiry = smallestOf(enquiriesCalls.list.reply[200].shape.enquiries.element);
const claim = smallestOf(ledgerCalls.list.reply[200].shape.claims.element);

const writings: Writing[] = [
  {
    name: 'the note of a decision',
    role: 'editor',
    page: publication,
    prepare: () => haveSubmission('Night trains'),
    open: () => pane.getByRole('button', { name: 'Reject' }).click(),
    label: 'Words to the author',
    button: 'Confirm',
  },
  {
    name: 'a request for changes',
    role: 'editor',
    page: publication,
    prepare: () => haveSubmission('Night trains', 'in_review'),
    open: () => pane.getByRole('button', { name: 'Ask for changes' }).click(),
    label: 'What should change',
    button: 'Ask for changes',
  },
  {
    name: 'a note among reviewers',
    role: 'editor',
    page: publication,
    prepare: () => haveSubmission('Night trains'),
    open: () => pane.getByLabelText('Add a note').click(),
    label: 'Add a note',
    button: 'Save the note',
  },
  {
    name: 'the reason of a rejected payment',
    role: 'admin',
    page: at('/admin/payments', paymentsPage),
    prepare: () => answer(ledgerCalls.list, reply(ledgerCalls.list, { claims: [claim] })),
    open: () => page.getByRole('row').getByRole('button', { name: 'Reject' }).click(),
    label: 'Note',
    button: 'Reject',
  },
  {
    name: 'a note about an enquiry',
    role: 'admin',
    page: at('/admin/enquiries', enquiriesPage),
    prepare: () =>
      answer(enquiriesCalls.list, reply(enquiriesCalls.list, { enquiries: [{ ...enquiry, name: 'Ila' }] })),
    open: () => page.getByRole('button', { name: /^Note on Ila/ }).click(),
    label: 'Note',
    button: 'Save note',
  },
];

test.for(writings)('when a session ends before $name is sent, the text is back after login', async (writing) => {
  writing.prepare();
  logIn(writing.role);
  const path = writing.page === publication ? '/publication?open=1' : writing.page.path;
  open([writing.page, at('/admin', adminLoginPage)], path);
  await writing.open();
  const field = page.getByRole('textbox', { name: writing.label });
  const send = page.getByRole('button', { name: writing.button, exact: true }).last();
  await field.fill('Typed slowly');
  setSessionEnded(true);
  await send.click();
  await expect.element(toasts.getByText('Session expired. Please log in again.')).toBeVisible();
  await logInAgain(writing.role);
  await expect.poll(here).toBe(path);
  await writing.open();
  await expect.element(field).toHaveValue('Typed slowly');
  await send.click();
  await expect.poll(typedFields).toEqual([]);
});

test('the story form always matches its URL, even when history jumps between two stories', async () => {
  haveCategories();
  const titles: Record<string, string> = { 1: 'First', 2: 'Second' };
  answer(storiesCalls.get, (sent) => {
    const id = Number(sent.url.split('/').at(-1));
    return reply(storiesCalls.get, { id, language: 'en', news_title: titles[id] ?? '' })(sent);
  });
  logIn('editor');
  open([at('/admin/edit/:id', editStoryPage, { needsApproval: false, pictureMegabytes: 10 })], '/admin/edit/1');
  const title = page.getByLabelText('Title', { exact: true });
  await expect.element(title).toHaveValue('First');
  await go('/terms');
  await go('/admin/edit/2');
  await expect.element(title).toHaveValue('Second');
  await go(-2);
  await expect.poll(here).toBe('/admin/edit/1');
  await expect.element(title).toHaveValue('First');
});
