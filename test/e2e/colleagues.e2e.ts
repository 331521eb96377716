// Two editors at work on the same stories: nothing that one of them has typed is lost, and nothing that the other has
// saved is undone.
import type { Browser, Page } from '@playwright/test';
import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import type { TestSite } from '../site.ts';
import { expect, loaded, password, test } from './fixtures.ts';

const title = (page: Page) => page.getByLabel('Title', { exact: true });
const text = (page: Page) => page.getByLabel(/^Description/);
const update = (page: Page) => page.getByRole('button', { name: 'Update' }).click();
const offered = (page: Page) => page.getByRole('button', { name: 'Continue' });
const conflictOf = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Someone else has changed this story in the meantime.' });

/** A second person's browser, logged in through the newsroom's login, on a page. */
async function colleague(browser: Browser, site: TestSite, path: string): Promise<Page> {
  const { email } = await site.createUser('editor', { name: 'Bina Das' });
  const page = await (await browser.newContext({ baseURL: site.address })).newPage();
  await page.goto(`/admin?from=${encodeURIComponent(path)}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(path);
  return page;
}

/** Waits until what was typed is in a working copy on the server. */
const keptOnServer = (site: TestSite, words: string) =>
  expect
    .poll(async () => {
      const { rows } = await site.db.execute<{ fields: unknown }>('SELECT fields FROM working_copies');
      return rows.some(({ fields }) => JSON.stringify(fields).includes(words));
    })
    .toBe(true);

const keptInBrowser = (page: Page, words: string) =>
  page.waitForFunction((words) => Object.values(localStorage).some((kept) => String(kept).includes(words)), words);

const body = 'The ferry is late.\n\nThe mayor is not here.\n\nMore tomorrow.';

test('a text that was left unsaved does not undo a colleague’s correction', async ({ page, login, site, browser }) => {
  const client = await login('editor');
  const story = await createStory(client, { news_title: 'Ferry late', news_description: body });
  const path = `/admin/edit/${story.id}`;
  await page.goto(path);
  await title(page).fill('Ferry late again');
  await keptInBrowser(page, 'Ferry late again');
  await page.goto('/news');

  const other = await colleague(browser, site, path);
  await text(other).fill(body.replace('is not here', 'is here'));
  await update(other);
  await expect(other.getByText('News updated successfully')).toBeVisible();
  await other.context().close();

  await page.goto(path);
  await offered(page).click();
  await expect(title(page)).toHaveValue('Ferry late again');
  await update(page);
  await expect(page.getByText('News updated successfully')).toBeVisible();
  expect((await client.get(`/api/admin/${story.id}`)).body).toMatchObject({
    news_title: 'Ferry late again',
    news_description: body.replace('is not here', 'is here'),
  });
});

test('after a story was created nothing is offered again, and two new stories do not share a place', async ({
  page,
  login,
  site,
}) => {
  await login('editor');
  await page.goto('/admin-create');
  await page.getByLabel('Category', { exact: true }).selectOption('Sports News');
  await page.getByLabel('Sub-category', { exact: true }).selectOption('Cricket');
  await title(page).fill('First story');
  await keptInBrowser(page, 'First story');
  await page.getByRole('button', { name: 'Create News' }).click();
  await expect(page.getByText('News Created')).toBeVisible();
  await expect(title(page)).toHaveValue('');
  await loaded(page);
  await page.reload();
  await expect(title(page)).toBeVisible();
  await loaded(page);
  await expect(offered(page)).toHaveCount(0);

  // Two new stories in two tabs.
  await title(page).fill('Second story');
  await keptInBrowser(page, 'Second story');
  const tab = await page.context().newPage();
  await tab.goto('/admin-create');
  await title(tab).fill('Third story');
  await keptInBrowser(tab, 'Third story');
  await keptOnServer(site, 'Second story');
  await keptOnServer(site, 'Third story');
  await tab.close();
  await page.reload();
  await expect(offered(page)).toHaveCount(2);
  await page.getByRole('button', { name: /^Continue.*Second story/ }).click();
  await expect(title(page)).toHaveValue('Second story');
  await page.reload();
  await expect(page.getByRole('button', { name: /^Continue.*Third story/ })).toBeVisible();
  await page.getByRole('button', { name: /^Discard.*Third story/ }).click();
  await expect(offered(page)).toHaveCount(1);
  await offered(page).click();
  await expect(title(page)).toHaveValue('Second story');
});

test('a new story is kept with its picture on the server, and continued in another browser', async ({
  page,
  login,
  site,
  browser,
}) => {
  const { email } = (await (await login('editor')).get('/api/user/me')).body;
  await page.goto('/admin-create');
  await page.getByLabel('Category', { exact: true }).selectOption('Sports News');
  await page.getByLabel('Sub-category', { exact: true }).selectOption('Cricket');
  await title(page).fill('Begun in the office');
  await page.getByLabel('Image', { exact: true }).setInputFiles({
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await (await pictureFile(700, 500, 'jpeg')).bytes()),
  });
  await expect(page.getByText('What you type is kept on the server.')).toBeVisible();
  await expect
    .poll(async () => (await site.db.execute('SELECT FROM working_copies WHERE picture_id IS NOT NULL')).rows.length)
    .toBe(1);

  const home = await (await browser.newContext({ baseURL: site.address })).newPage();
  await home.goto('/admin?from=/admin-create');
  await home.getByLabel('Email').fill(email);
  await home.getByLabel('Password').fill(password);
  await home.getByRole('button', { name: 'Login' }).click();
  await offered(home).click();
  await expect(title(home)).toHaveValue('Begun in the office');
  await expect(home.getByAltText('Preview of the image')).toHaveJSProperty('naturalWidth', 700);
  await home.getByRole('button', { name: 'Create News' }).click();
  await expect(home.getByText('News Created')).toBeVisible();
  await home.context().close();
  const [story] = (await site.visitor.get('/api/admin?limit=1')).body;
  expect(story.news_title).toBe('Begun in the office');
  expect((await site.visitor.get(`/api${story.image_url}`)).status).toBe(200);
});

test('two editors change different paragraphs: both are saved, and the second learns whose were taken in', async ({
  page,
  login,
  site,
  browser,
}) => {
  const client = await login('editor');
  const story = await createStory(client, { news_title: 'Ferry late', news_description: body });
  const path = `/admin/edit/${story.id}`;
  await page.goto(path);
  await expect(title(page)).toHaveValue('Ferry late');
  const other = await colleague(browser, site, path);
  await text(other).fill(body.replace('late', 'very late'));
  await update(other);
  await expect(other.getByText('News updated successfully')).toBeVisible();
  await other.context().close();
  await text(page).fill(body.replace('More tomorrow', 'More on Monday'));
  await update(page);
  await expect(page.getByText('News updated successfully')).toBeVisible();
  await expect(page.getByText('The changes by Bina Das were taken in.')).toBeVisible();
  const { news_description } = (await client.get(`/api/admin/${story.id}`)).body;
  expect(news_description).toBe(body.replace('late', 'very late').replace('More tomorrow', 'More on Monday'));
});

test('two editors change the same: the difference is in sight, and is chosen for each field', async ({
  page,
  login,
  site,
  browser,
  checkAccessibility,
}) => {
  const client = await login('editor');
  const long = Array.from({ length: 120 }, (_, n) => `Paragraph ${n} of a long story that nobody changes.`);
  const story = await createStory(client, {
    news_title: 'Ferry late',
    news_description: [...long, 'The mayor is late.', ...long].join('\n\n'),
  });
  const path = `/admin/edit/${story.id}`;
  await page.goto(path);
  await expect(title(page)).toHaveValue('Ferry late');
  const other = await colleague(browser, site, path);
  await text(other).fill([...long, 'The mayor is ill.', ...long].join('\n\n'));
  await title(other).fill('Ferry early');
  await other.getByLabel('Picture caption').fill('The pier');
  await update(other);
  await expect(other.getByText('News updated successfully')).toBeVisible();
  await other.context().close();

  await text(page).fill([...long, 'The mayor is away.', ...long].join('\n\n'));
  await title(page).fill('Ferry on time');
  await page.getByLabel('Author').fill('Asha Rao');
  await update(page);
  const conflict = conflictOf(page);
  await expect(conflict).toBeVisible();
  await expect(conflict.getByText('ill', { exact: true })).toBeInViewport();
  await expect(conflict.getByText('away', { exact: true })).toBeInViewport();
  await checkAccessibility();
  await conflict.getByRole('button', { name: 'Take theirs Title' }).click();
  // The editor may go on typing meanwhile.
  await page.getByLabel('Author').fill('Asha Rao and Bina Das');
  await conflict.getByRole('button', { name: 'Keep mine Description' }).click();
  await expect(conflict).toBeHidden();
  await expect(title(page)).toHaveValue('Ferry early');
  await update(page);
  await expect(page.getByText('News updated successfully')).toBeVisible();
  expect((await client.get(`/api/admin/${story.id}`)).body).toMatchObject({
    news_title: 'Ferry early',
    news_description: [...long, 'The mayor is away.', ...long].join('\n\n'),
    image_caption: 'The pier',
    author: 'Asha Rao and Bina Das',
  });
});

test('a text left unsaved that touches a colleague’s correction shows the conflict when it is continued', async ({
  page,
  login,
  site,
  browser,
}) => {
  const client = await login('editor');
  const story = await createStory(client, { news_title: 'Ferry late', news_description: body });
  const path = `/admin/edit/${story.id}`;
  await page.goto(path);
  await title(page).fill('Ferry very late');
  await keptOnServer(site, 'Ferry very late');
  await page.goto('/news');
  const other = await colleague(browser, site, path);
  await title(other).fill('Ferry early');
  await update(other);
  await expect(other.getByText('News updated successfully')).toBeVisible();
  await other.context().close();
  await page.goto(path);
  await offered(page).click();
  await expect(conflictOf(page).getByText('early')).toBeVisible();
  await update(page); // before the choice
  await expect(conflictOf(page)).toBeVisible();
  expect((await client.get(`/api/admin/${story.id}`)).body.news_title).toBe('Ferry early');
  await conflictOf(page).getByRole('button', { name: 'Keep mine' }).click();
  await update(page);
  await expect(page.getByText('News updated successfully')).toBeVisible();
  expect((await client.get(`/api/admin/${story.id}`)).body.news_title).toBe('Ferry very late');
});

test('Ctrl+S saves and stays, by keyboard alone, also while typing goes on', async ({ page, login, site, browser }) => {
  const client = await login('editor');
  await page.goto('/admin-create');
  await page.getByLabel('Category', { exact: true }).selectOption('Sports News');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Title is required.')).toBeVisible();
  await page.getByLabel('Sub-category', { exact: true }).selectOption('Cricket');
  await title(page).fill('Nets at dawn');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('News Created')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/edit\/\d+$/);
  await expect(title(page)).toHaveValue('Nets at dawn');
  const path = new URL(page.url()).pathname;
  const id = Number(path.split('/').at(-1));
  await expect(offered(page)).toHaveCount(0);

  await text(page).fill('One.\n\nTwo.');
  const other = await colleague(browser, site, path);
  await other.getByLabel('Picture caption').fill('The nets');
  await other.getByLabel('Description').fill('Will be overwritten by nobody.');
  await other.getByLabel('Description').fill('');
  await other.getByLabel('Description').fill('Zero.');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('News updated successfully')).toBeVisible();
  await expect(page).toHaveURL(path);
  expect((await client.get(`/api/admin/${id}`)).body.news_description).toBe('One.\n\nTwo.');

  // The answer is slow, and the editor goes on.
  await page.route(`**/api/admin/${id}`, async (route) => {
    await text(page).press('End');
    await text(page).pressSequentially(' Three.');
    await route.continue();
  });
  await text(page).press('Control+s');
  await expect.poll(async () => (await client.get(`/api/admin/${id}`)).body.version).toBe(3);
  await page.unroute(`**/api/admin/${id}`);
  await expect(page.getByRole('button', { name: 'Update' })).toBeEnabled();
  await expect(text(page)).toHaveValue('One.\n\nTwo. Three.');
  await text(page).press('Control+s');
  await expect
    .poll(async () => (await client.get(`/api/admin/${id}`)).body.news_description)
    .toBe('One.\n\nTwo. Three.');
  await other.context().close();
  await loaded(page);
  await page.reload();
  await expect(text(page)).toHaveValue('One.\n\nTwo. Three.');
  await loaded(page);
  await expect(offered(page)).toHaveCount(0);
});

test('typing without a connection is kept in the browser, and sent when it is back', async ({ page, login, site }) => {
  const story = await createStory(await login('editor'), { news_title: 'Ferry late' });
  await page.goto(`/admin/edit/${story.id}`);
  await expect(title(page)).toHaveValue('Ferry late');
  await loaded(page);
  await page.context().setOffline(true);
  await title(page).fill('Typed on the train');
  await expect(page.getByText('What you type is kept in this browser')).toBeVisible();
  await page.context().setOffline(false);
  await keptOnServer(site, 'Typed on the train');
  await expect(page.getByText('What you type is kept on the server.')).toBeVisible();
});

test('the history of a story compares any two versions and restores one', async ({
  page,
  login,
  checkAccessibility,
}) => {
  const client = await login('editor');
  const story = await createStory(client, { news_title: 'Ferry late', news_description: body });
  const change = (fields: Record<string, string>) => client.form('PUT', `/api/admin/${story.id}`, fields);
  await change({ news_title: 'Ferry early' });
  await change({ news_description: body.replace('late', 'early') });
  await page.goto(`/admin/edit/${story.id}`);
  await page.getByRole('link', { name: 'History' }).click();
  const compared = page
    .getByRole('region', { name: 'What is different' })
    .or(page.locator('section').filter({ has: page.getByRole('heading', { name: 'What is different' }) }));
  await expect(compared.getByRole('row', { name: /^Description/ })).toBeVisible();
  await expect(compared.locator('ins')).toHaveText(['early']);
  await page.getByLabel('Older version').selectOption('1');
  await expect(compared.locator('del')).toHaveText(['late', 'late']);
  await checkAccessibility();
  await page.getByRole('button', { name: 'Restore Version 1' }).click();
  await expect(page.getByText('The older version is current again.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^Version \d/ })).toHaveText([
    /^Version 4.*Ferry late.*current/,
    /^Version 3/,
    /^Version 2/,
    /^Version 1/,
  ]);
  await expect(page.getByText('version 1 restored')).toBeVisible();
  expect((await client.get(`/api/admin/${story.id}`)).body).toMatchObject({
    news_title: 'Ferry late',
    news_description: body,
  });
});
