import { data } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sessionCalls } from '#src/accounts/users/sessions.contract.ts';
import { backgroundWorkCalls } from '#src/desk/background-work.contract.ts';
import * as backgroundWorkPage from '#src/desk/web/background-work-page.tsx';
import { enquiriesCalls } from '#src/enquiries/enquiries.contract.ts';
import * as enquiriesPage from '#src/enquiries/web/enquiries-page.tsx';
import * as readerPage from '#src/epaper/reader/web/reader-page.tsx';
import { categoriesCalls } from '#src/news/categories/categories.contract.ts';
import * as categoryPage from '#src/news/published/web/category-page.tsx';
import { newsroomCalls } from '#src/news/stories/stories.contract.ts';
import * as createStoryPage from '#src/newsroom/story-form/web/create-story-page.tsx';
import * as editStoryPage from '#src/newsroom/story-form/web/edit-story-page.tsx';
import { settingsCalls } from '#src/settings/settings.contract.ts';
import * as settingsPage from '#src/settings/web/settings-page.tsx';
import { staticPagesCalls } from '#src/static-pages/static-pages.contract.ts';
import * as pageEditorPage from '#src/static-pages/web/page-editor-page.tsx';
import * as termsPage from '#src/static-pages/web/terms-page.tsx';
import { haveStory } from './loaded.ts';
import { answer, refusal } from './network.ts';
import { at, logIn, open, toasts } from './open-page.tsx';
import { openFilled, placeOf } from './places.ts';

const main = page.getByRole('main');
const desk = { needsApproval: false, pictureMegabytes: 10 };

test('a failed undo of a deletion shows an error', async () => {
  const place = placeOf('delete news');
  await openFilled(place);
  answer(newsroomCalls.restore, refusal(500));
  await place.press();
  await toasts.getByRole('button', { name: 'Undo' }).click();
  await expect.element(toasts.getByText('The post could not be restored.')).toBeVisible();
});

test('a form whose categories cannot be loaded shows an error', async () => {
  logIn('editor');
  answer(categoriesCalls.list, refusal(404));
  haveStory({});
  open([at('/admin-create', createStoryPage, desk)]);
  await expect.element(main.getByRole('alert')).toHaveTextContent('The categories could not be loaded.');
  open([at('/admin/edit/:id', editStoryPage, desk)], '/admin/edit/1');
  await expect.element(main.getByRole('alert')).toHaveTextContent('The categories could not be loaded.');
});

/** What the server has answered instead of a page's data. */
const refused = (status: number) => () => {
  throw data('', { status });
};

test('a category that cannot be loaded shows errors for its stories and its sub-categories', async () => {
  open([at('/category/:category', categoryPage, refused(500))], '/category/sports-news');
  await expect.element(main.getByRole('alert')).toHaveTextContent('Failed to load posts.');
  await expect.element(page.getByText('/ failed to load subcategories')).toBeVisible();
  await expect.element(main.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/category/sports-news');
});

/** Checks an error page: its heading, its advice, and its links. */
async function seeInstead(status: string, heading: string, next: string) {
  await expect.element(main.getByRole('heading', { level: 1 })).toHaveTextContent(heading);
  expect(document.title).toBe(`${heading} - News Wing`);
  await expect.element(main.getByText(status, { exact: true })).toBeVisible();
  await expect.element(main.getByText(next)).toBeVisible();
  await expect.element(main.getByRole('link', { name: "Today's news" })).toHaveAttribute('href', '/news');
  await expect.element(main.getByRole('link', { name: 'Home page' })).toHaveAttribute('href', '/');
}

test.for([
  ['/admin/enquiries', enquiriesPage, enquiriesCalls.list, 'The enquiries could not be loaded.'],
  ['/admin/settings', settingsPage, settingsCalls.list, 'The settings could not be loaded.'],
  ['/admin/pages/about', pageEditorPage, staticPagesCalls.get, 'The page could not be loaded.'],
  ['/admin/jobs', backgroundWorkPage, backgroundWorkCalls.list, 'The background work could not be loaded.'],
] as const)('%s shows an editor that access is denied, and where to log in', async ([path, module, call, sentence]) => {
  logIn('editor');
  answer(call, refusal(403, { code: 'forbidden', error: 'Not yours' }));
  open([at(path.replace('about', ':slug'), module)], path);
  await seeInstead('403', 'This page is not open to you', 'If that is you, log in and come back.');
  await expect.element(main.getByRole('alert')).toHaveTextContent(sentence);
  const login = main.getByRole('link', { name: 'Log in' });
  await expect.element(login).toHaveAttribute('href', `/login?from=${encodeURIComponent(path)}`);
});

test('a rate-limited reader sees when to retry', async () => {
  open([at('/terms', termsPage, refused(429))]);
  await seeInstead('429', 'Too many requests at once', 'Please wait a minute and load the page again.');
});

test('an edition that fails to load is not reported as missing', async () => {
  open([at('/e-paper/:id', readerPage, refused(500))], '/e-paper/1');
  await seeInstead('500', 'This page could not be shown', 'Please try again in a moment.');
  await expect.element(page.getByText('There is no such edition.')).not.toBeInTheDocument();
});

const closed = 'This account is closed.';

test.for([
  ['in the words of the server', 401, { code: 'unauthenticated', error: closed }, closed],
  ['that gives no reason', 401, {}, 'Invalid credentials'],
  ['of a server that has failed', 502, {}, 'Login failed. Please try again.'],
] as const)('a failed admin login %s shows one reason in both form and toast', async ([, status, problem, says]) => {
  const place = placeOf('admin login');
  await openFilled(place);
  answer(sessionCalls.adminLogin, refusal(status, problem));
  await place.press();
  await expect.element(toasts.getByText(says, { exact: true })).toBeVisible();
  await expect.element(main.getByRole('alert')).toHaveTextContent(says);
});

test.for([
  [{ code: 'unauthenticated', error: 'Wrong e-mail or password.' }, 'Wrong e-mail or password.'],
  [{}, 'Login failed. Please try again.'],
] as const)(
  'a failed reader login shows the failure in the form and the reason in the toast: %s',
  async ([problem, says]) => {
    const place = placeOf('login');
    await openFilled(place);
    answer(sessionCalls.userLogin, refusal(401, problem));
    await place.press();
    await expect.element(toasts.getByText(says, { exact: true })).toBeVisible();
    await expect.element(main.getByRole('alert')).toHaveTextContent('An error occurred during login.');
  },
);
