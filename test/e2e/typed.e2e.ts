// Form fields survive the end of a session, and are shown to no other user.
import type { Page, Route } from '@playwright/test';
import { addEdition } from '../factories/editions.ts';
import { sendEnquiry } from '../factories/enquiries.ts';
import { declarePayment } from '../factories/payments.ts';
import { createStory } from '../factories/stories.ts';
import { submit } from '../factories/submissions.ts';
import type { TestSite } from '../site.ts';
import { expect, loaded, password, test } from './fixtures.ts';

const typedFields = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('fields:')));

test('a session that ends during form entry leads through the login back to the filled form', { tag: '@core' }, async ({
  page,
  login,
  site,
}) => {
  const client = await login('reader');
  await page.goto('/profile/edit');
  await page.getByLabel('Name', { exact: true }).fill('A long name, typed slowly');
  const { email } = (await client.get('/api/user/me')).body;
  // Ends the session at the call itself: an earlier request of the page would already leave the form.
  const ending = async (route: Route) => {
    await site.db.execute('UPDATE sessions SET ended_at = now()');
    await route.continue();
  };
  await page.route('**/api/newswings_update_profile', ending, { times: 1 });
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('Session expired. Please log in again.').first()).toBeVisible();
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/profile/edit');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('A long name, typed slowly');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
});

test('one user’s form fields are not shown to the next, and are deleted on logout', async ({ page, site }) => {
  const [first, second] = [await site.createUser('reader'), await site.createUser('reader')];
  const name = page.getByLabel('Name', { exact: true });
  const logIn = async (email: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/profile/edit');
  };
  await page.goto('/login?from=/profile/edit');
  await logIn(first.email);
  await name.fill('Typed by the first');
  await site.db.execute('UPDATE sessions SET ended_at = now()');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page).toHaveURL('/login');
  await logIn(second.email);
  await expect(name).toHaveValue(second.name);
  await name.fill('Typed by the second');
  expect(await typedFields(page)).toEqual([`fields:${second.id}:profile`]);
  await page.getByLabel('Your account').click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL('/login');
  expect(await typedFields(page)).toEqual([]);
});

test('an editor’s draft survives the logout, and is shown to no other editor', { tag: '@core' }, async ({
  page,
  site,
}) => {
  const [first, second] = [await site.createUser('editor'), await site.createUser('editor')];
  const title = page.getByLabel('Title', { exact: true });
  const open = async (email: string) => {
    await page.goto('/admin?from=/admin-create');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(title).toBeVisible();
  };
  const logOut = async () => {
    await page.getByLabel('Your account').click();
    await page.getByRole('button', { name: 'Log Out' }).click();
    await expect(page).toHaveURL('/admin');
  };
  await open(first.email);
  await title.fill('Half a story');
  await page.waitForFunction(() => JSON.stringify(localStorage).includes('Half a story'));
  await logOut();
  await open(second.email);
  await expect(page.getByText('Half a story')).toHaveCount(0);
  await logOut();
  await open(first.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(title).toHaveValue('Half a story');
});

interface Writing {
  name: string;
  role: 'editor' | 'admin';
  /** Creates the object that is written about; returns its page. */
  prepare(site: TestSite): Promise<string>;
  /** Opens the field, on that page. */
  open(page: Page): Promise<void>;
  label: string;
  button: string;
  done: string;
}

const submitted = async (site: TestSite) => {
  const { id } = await submit(await site.as('reader'), { title: 'Night trains' });
  return `/publication?open=${id}`;
};
const pane = (page: Page) => page.getByRole('region', { name: 'Reading pane' });

const writings: Writing[] = [
  {
    name: 'the note of a decision',
    role: 'editor',
    prepare: submitted,
    open: (page) => pane(page).getByRole('button', { name: 'Reject' }).click(),
    label: 'Words to the author',
    button: 'Confirm',
    done: 'Article rejected',
  },
  {
    name: 'a request for changes',
    role: 'editor',
    async prepare(site) {
      const path = await submitted(site);
      await (await site.as('editor')).json('POST', `/api/submissions/${path.split('=')[1]}/review`, {});
      return path;
    },
    open: (page) => pane(page).getByRole('button', { name: 'Ask for changes' }).click(),
    label: 'What should change',
    button: 'Ask for changes',
    done: 'The author has been asked for changes.',
  },
  {
    name: 'a note among reviewers',
    role: 'editor',
    prepare: submitted,
    open: (page) => pane(page).getByLabel('Add a note').focus(),
    label: 'Add a note',
    button: 'Save the note',
    done: 'Typed slowly',
  },
  {
    name: 'the text of a page',
    role: 'editor',
    prepare: async (site) => `/e-paper/${await addEdition(await site.as('editor'), ['Night final'])}`,
    async open(page) {
      await page.getByText('Page 1 as text').click();
      await page.getByRole('button', { name: 'Correct the text' }).click();
    },
    label: 'Page 1 as text',
    button: 'Save',
    done: 'Typed slowly',
  },
  {
    name: 'the reason of a rejected payment',
    role: 'admin',
    async prepare(site) {
      await declarePayment(await site.as('reader'));
      return '/admin/payments';
    },
    open: (page) => page.getByRole('row').getByRole('button', { name: 'Reject' }).click(),
    label: 'Note',
    button: 'Reject',
    done: 'rejected',
  },
  {
    name: 'a note about an enquiry',
    role: 'admin',
    async prepare(site) {
      await sendEnquiry(site, { name: 'Ila Bose' });
      return '/admin/enquiries';
    },
    open: (page) => page.getByRole('button', { name: /^Note on Ila Bose/ }).click(),
    label: 'Note',
    button: 'Save note',
    done: 'Typed slowly',
  },
];

for (const { name, role, prepare, open, label, button, done } of writings)
  test(`when a session ends before ${name} is sent, the text is back after login`, async ({ page, site, login }) => {
    const path = await prepare(site);
    const { email } = (await (await login(role)).get('/api/user/me')).body;
    await page.goto(path);
    await open(page);
    const field = page.getByRole('textbox', { name: label });
    const send = page.getByRole('button', { name: button, exact: true }).last();
    await field.fill('Typed slowly');
    // Otherwise a request in the background may notice first that the session has ended, and the button is gone.
    await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
    await loaded(page); // requests that began before are answered
    await site.db.execute('UPDATE sessions SET ended_at = now()');
    await send.click();
    await expect(page.getByText('Session expired. Please log in again.').first()).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    await page.goto(`/admin?from=${encodeURIComponent(path)}`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(path);
    await open(page);
    await expect(field).toHaveValue('Typed slowly');
    await send.click();
    await expect(page.getByText(done).last()).toBeVisible();
    await expect.poll(() => typedFields(page)).toEqual([]);
  });

test('the story form always matches its URL, even when history jumps between two stories', async ({ page, login }) => {
  const editor = await login('editor');
  const [first, second] = [
    await createStory(editor, { news_title: 'First' }),
    await createStory(editor, { news_title: 'Second' }),
  ];
  const title = page.getByLabel('Title', { exact: true });
  await page.goto('/admin-news');
  await page.locator(`a[href="/admin/edit/${first.id}"]`).click();
  await expect(title).toHaveValue('First');
  await page.locator('.category-links').getByRole('link', { name: 'Home' }).click();
  await page.locator(`a[href="/admin/edit/${second.id}"]`).click();
  await expect(title).toHaveValue('Second');
  await page.evaluate(() => history.go(-2));
  await expect(page).toHaveURL(`/admin/edit/${first.id}`);
  await expect(title).toHaveValue('First');
});
