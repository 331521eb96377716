import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import { expect, loaded, test } from './fixtures.ts';
import {
  continueButtons,
  emptyText,
  expectMarkdown,
  moveCaret,
  openAsColleague,
  openInOtherBrowser,
  savedInBrowser,
  savedOnServer,
  text,
  title,
  writeText,
} from './story-steps.ts';

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
  await savedInBrowser(page, 'First story');
  await page.getByRole('button', { name: 'Create News' }).click();
  await expect(page.getByText('News Created')).toBeVisible();
  await expect(title(page)).toHaveValue('');
  await loaded(page);
  await page.reload();
  await expect(title(page)).toBeVisible();
  await loaded(page);
  await expect(continueButtons(page)).toHaveCount(0);

  // Two new stories in two tabs.
  await title(page).fill('Second story');
  await savedInBrowser(page, 'Second story');
  const tab = await page.context().newPage();
  await tab.goto('/admin-create');
  await title(tab).fill('Third story');
  await savedInBrowser(tab, 'Third story');
  await savedOnServer(site, 'Second story');
  await savedOnServer(site, 'Third story');
  await tab.close();
  await page.reload();
  await expect(continueButtons(page)).toHaveCount(2);
  await page.getByRole('button', { name: /^Continue.*Second story/ }).click();
  await expect(title(page)).toHaveValue('Second story');
  await page.reload();
  await expect(page.getByRole('button', { name: /^Continue.*Third story/ })).toBeVisible();
  await page.getByRole('button', { name: /^Discard.*Third story/ }).click();
  await expect(continueButtons(page)).toHaveCount(1);
  await continueButtons(page).click();
  await expect(title(page)).toHaveValue('Second story');
});

test('a new story is saved with its picture on the server, and continued in another browser', async ({
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
  await expect(page.getByText('What you type is saved on the server.')).toBeVisible();
  await expect
    .poll(async () => (await site.db.execute('SELECT FROM working_copies WHERE picture_id IS NOT NULL')).rows.length)
    .toBe(1);

  const home = await openInOtherBrowser(browser, site, email, '/admin-create');
  await continueButtons(home).click();
  await expect(title(home)).toHaveValue('Begun in the office');
  await expect(home.getByAltText('Preview of the image')).toHaveJSProperty('naturalWidth', 700);
  await home.getByRole('button', { name: 'Create News' }).click();
  await expect(home.getByText('News Created')).toBeVisible();
  await home.context().close();
  const [story] = (await site.visitor.get('/api/admin?limit=1')).body;
  expect(story.news_title).toBe('Begun in the office');
  expect((await site.visitor.get(`/api${story.image_url}`)).status).toBe(200);
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
  await expect(continueButtons(page)).toHaveCount(0);

  await writeText(page, 'One.\n\nTwo.');
  const other = await openAsColleague(browser, site, path);
  await other.getByLabel('Picture caption').fill('The nets');
  await other.getByLabel('Description').fill('Will be overwritten by nobody.');
  await emptyText(other);
  await other.getByLabel('Description').fill('Zero.');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('News updated successfully')).toBeVisible();
  await expect(page).toHaveURL(path);
  expect((await client.get(`/api/admin/${id}`)).body.news_description).toBe('One.\n\nTwo.');

  // The answer is slow, and the editor goes on.
  await page.route(`**/api/admin/${id}`, async (route) => {
    await moveCaret(page, 'ControlOrMeta+End', 'Two.');
    await text(page).pressSequentially(' Three.');
    await route.continue();
  });
  await title(page).fill('Nets before dawn');
  await text(page).press('Control+s');
  await expect.poll(async () => (await client.get(`/api/admin/${id}`)).body.version).toBe(3);
  await page.unroute(`**/api/admin/${id}`);
  await expect(page.getByRole('button', { name: 'Update' })).toBeEnabled();
  await expectMarkdown(page, 'One.\n\nTwo. Three.');
  await text(page).press('Control+s');
  await expect
    .poll(async () => (await client.get(`/api/admin/${id}`)).body.news_description)
    .toBe('One.\n\nTwo. Three.');
  await other.context().close();
  await loaded(page);
  await page.reload();
  await expectMarkdown(page, 'One.\n\nTwo. Three.');
  await loaded(page);
  await expect(continueButtons(page)).toHaveCount(0);
});

test('typing without a connection is saved in the browser, and sent when it is back', async ({ page, login, site }) => {
  const story = await createStory(await login('editor'), { news_title: 'Ferry late' });
  await page.goto(`/admin/edit/${story.id}`);
  await expect(title(page)).toHaveValue('Ferry late');
  await loaded(page);
  await page.context().setOffline(true);
  await title(page).fill('Typed on the train');
  await expect(page.getByText('What you type is saved in this browser')).toBeVisible();
  await page.context().setOffline(false);
  await savedOnServer(site, 'Typed on the train');
  await expect(page.getByText('What you type is saved on the server.')).toBeVisible();
});
