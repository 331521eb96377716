// The end of a newsroom session: it leads to the newsroom's login and back, and nothing typed is lost.
import type { Page } from '@playwright/test';
import { createStory } from '../factories/stories.ts';
import type { TestSite } from '../site.ts';
import { expect, loaded, password, test, waitForHydration } from './fixtures.ts';

const endSessions = (site: TestSite) => site.db.execute('UPDATE sessions SET ended_at = now()');

const logIn = async (page: Page, email: string) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Newsroom login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
};

test('a session that ends while a story is typed leads to the newsroom login and back to the story', {
  tag: '@core',
}, async ({ page, login, site }) => {
  const client = await login('editor');
  const { email } = (await client.get('/api/user/me')).body;
  await page.goto('/hi/admin-create');
  const title = page.locator('[name=news_title]');
  await page.locator('[name=news_category]').selectOption('Health');
  await page.locator('[name=news_sub_category]').selectOption('Fitness');
  await title.fill('The ferry is back');
  await endSessions(site);
  await page.locator('form [type=submit]').first().click();
  await expect(page).toHaveURL('/hi/admin');
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.locator('form [type=submit]').click();
  await expect(page).toHaveURL('/hi/admin-create');
  await page.getByRole('status').getByRole('button').first().click();
  await expect(title).toHaveValue('The ferry is back');
  await page.locator('form [type=submit]').first().click();
  await expect
    .poll(async () => (await client.get('/api/posts_by_category?category=Health')).body[0]?.author)
    .toBeTruthy();
});

for (const path of [
  '/admin/drafts',
  '/admin-create',
  '/admin/edit/1',
  '/compose',
  '/admin/people?q=nobody',
  '/pdf-upload',
])
  test(`${path} with an ended session leads to the newsroom login and back`, async ({ page, login, site }) => {
    const client = await login('admin');
    const { email } = (await client.get('/api/user/me')).body;
    const { id } = await createStory(client);
    const wanted = path.replace('/1', `/${id}`);
    await endSessions(site);
    await page.goto(wanted);
    await expect(page.getByText('Session expired. Please log in again.').first()).toBeVisible();
    await expect(page).toHaveURL('/admin');
    await logIn(page, email);
    await expect(page).toHaveURL(wanted);
  });

test('a token past its time leads to the newsroom login as well', async ({ page, login }) => {
  await login('editor');
  await page.goto('/admin/drafts');
  // Before it has restored the session, the page would end the session by itself, and be reloaded as a visitor's.
  await loaded(page);
  await page.evaluate(() => {
    const { state, version } = JSON.parse(localStorage.getItem('root') ?? '');
    state.user.token = `head.${btoa(JSON.stringify({ exp: 1_700_000_000 }))}.signature`;
    localStorage.setItem('root', JSON.stringify({ state, version }));
  });
  await page.reload();
  await expect(page).toHaveURL('/admin');
});

test('when a session ends in one tab, the newsroom in another leads to the same login', async ({
  page,
  context,
  login,
  site,
}) => {
  const client = await login('editor');
  const { email } = (await client.get('/api/user/me')).body;
  await page.goto('/admin-create');
  await page.getByLabel('Title', { exact: true }).fill('Half a story');
  const other = await context.newPage();
  await other.goto('/admin/drafts');
  await waitForHydration(other);
  await other.getByLabel('Your account').click();
  // The menu's own call must not be the one that detects the end.
  await expect(other.getByText('0 drafts, 0 scheduled')).toBeVisible();
  await endSessions(site);
  // Either this press detects it, or a call of the other tab's form has done so before: then the link is gone.
  await Promise.any([other.getByRole('link', { name: 'Trash' }).click(), other.waitForURL('/admin')]);
  await expect(other).toHaveURL('/admin');
  await expect(page).toHaveURL('/admin');
  await logIn(page, email);
  await expect(page).toHaveURL('/admin-create');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Half a story');
});

test('visitors and readers are still led from the newsroom to the news', async ({ page, login }) => {
  await page.goto('/admin-create');
  await expect(page).toHaveURL('/news');
  await login('reader');
  await page.goto('/admin/drafts');
  await expect(page).toHaveURL('/news');
});
