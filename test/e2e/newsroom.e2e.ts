import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import { expect, password, test } from './fixtures.ts';
import { emptyText, writeText } from './story-steps.ts';

const picture = async (width = 1400, height = 900) => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from(await (await pictureFile(width, height, 'jpeg')).bytes()),
});

test('an editor logs in and publishes a story with a picture, which readers see first, without JavaScript', {
  tag: '@core',
}, async ({ page, browser, site, checkAccessibility }) => {
  const editor = await site.as('editor');
  await createStory(editor, { news_title: 'Older story', news_sub_category: 'Hockey' });

  await page.goto('/admin');
  await checkAccessibility();
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Please fill in all fields.' }).first()).toBeVisible();
  await page.getByLabel('Email').fill('chief@news.test');
  await page.getByLabel('Password').fill('wrong password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid credentials' }).first()).toBeVisible();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/admin-news');
  await expect(page.getByText('Login successful!')).toBeVisible();

  await page.getByRole('navigation', { name: 'News categories' }).getByRole('link', { name: 'Post News' }).click();
  await expect(page).toHaveURL('/admin-create');
  await page.getByRole('button', { name: 'Create News' }).click();
  await expect(page.getByText('Please select a category.')).toBeVisible();
  await expect(page.getByText('Title is required.')).toBeVisible();
  await page.getByLabel('Category', { exact: true }).selectOption('Sports News');
  await expect(page.getByText('Please select a category.')).toBeHidden();
  await page.getByLabel('Title').fill('Naubat Ghat win the night final');
  await page.getByRole('button', { name: 'Create News' }).click();
  await expect(page.getByText('Please select a sub-category.')).toBeVisible();
  await page.getByLabel('Sub-category', { exact: true }).selectOption('Others');
  await page.getByRole('button', { name: 'Create News' }).click();
  await expect(page.getByText('Please enter a custom submenu.')).toBeVisible();
  await page.getByLabel('Sub-category', { exact: true }).selectOption('Cricket');
  await page.getByLabel('Image width (px)').fill('20');
  await page.getByRole('button', { name: 'Create News' }).click();
  await expect(page.getByText('Please enter a number from 50 to 2000.')).toBeVisible();
  await page.getByLabel('Image width (px)').fill('800');
  await page.getByLabel('Image height (px)').fill('500');
  await writeText(page, 'Four off the last ball.\n\nThe rest was **noise**.');
  await page.getByLabel('Image', { exact: true }).setInputFiles(await picture());
  await expect(page.getByAltText('Preview of the image')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Preview' }).getByRole('heading', { level: 3 })).toHaveText(
    'Naubat Ghat win the night final',
  );
  await checkAccessibility();
  await page.getByRole('button', { name: 'Create News' }).click();
  await expect(page.getByText('News Created')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('');

  const reader = await (await browser.newContext({ javaScriptEnabled: false, baseURL: site.address })).newPage();
  await reader.goto('/news');
  const sport = reader.getByRole('region', { name: 'Sports News' });
  await expect(sport.getByRole('heading', { level: 3 })).toHaveText(['Naubat Ghat win the night final', 'Older story']);
  await reader.goto('/category/sports-news');
  await expect(reader.getByRole('heading', { level: 3 }).first()).toHaveText('Naubat Ghat win the night final');
  await reader.getByRole('link', { name: 'Naubat Ghat win the night final' }).click();
  await expect(reader).toHaveURL(/\/news\/\d+$/);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Naubat Ghat win the night final');
  await expect(reader.getByText('Sports News - Cricket')).toBeVisible();
  await expect(reader.getByText('Four off the last ball.')).toBeVisible();
  const address = encodeURIComponent(new URL(reader.url()).pathname);
  await expect(reader.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(`text=.*${encodeURIComponent('http://')}.+${address}$`),
  );
  const image = reader.getByRole('img', { name: 'Naubat Ghat win the night final' });
  await expect(image).toHaveJSProperty('complete', true);
  const box = await image.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(800 / 500, 1);
  await reader.context().close();
});

test('the edit form holds the story, detects an edit conflict, and restores unsaved text', async ({
  page,
  login,
  checkAccessibility,
}) => {
  const client = await login('editor');
  const story = await createStory(client, {
    news_title: 'Before',
    news_category: 'Others',
    news_sub_category: 'Others',
    news_submenu: 'Chess',
  });
  await page.goto(`/admin/edit/${story.id}`);
  await expect(page.getByLabel('Title')).toHaveValue('Before');
  await expect(page.getByLabel('Custom submenu')).toHaveValue('Chess');
  await checkAccessibility();

  await emptyText(page);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Description is required.')).toBeVisible();
  await page.getByLabel('Description').fill('My text');
  await page.getByLabel('Title').fill('Mine');
  await client.form('PUT', `/api/admin/${story.id}`, { news_title: 'Theirs' });
  await page.getByRole('button', { name: 'Update' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'Someone else has changed this story in the meantime.' });
  await expect(conflict.getByText('Theirs', { exact: true })).toBeVisible();
  await expect(conflict.getByText('My text')).toBeVisible();
  await checkAccessibility();
  // The editor types on as soon as the choice is rendered: the form must have been reset by then.
  await conflict.getByRole('button', { name: 'Keep mine' }).evaluate(async (button: HTMLElement) => {
    button.click();
    await Promise.resolve();
    const title = document.querySelector<HTMLInputElement>('[name=news_title]');
    title?.setSelectionRange(title.value.length, title.value.length);
    title?.focus();
    document.execCommand('insertText', false, ', longer');
  });
  await expect(conflict).toBeHidden();
  await expect(page.getByLabel('Title')).toHaveValue('Mine, longer');

  // Closed by mistake: the browser's storage still has the text.
  await page.waitForFunction(
    (form) => Object.entries(localStorage).some(([key, text]) => key.endsWith(form) && text.includes('Mine, longer')),
    `:story-form:${story.id}`,
  );
  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Mine, longer');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('News updated successfully')).toBeVisible();
  await expect(page).toHaveURL('/news');
  await expect(page.getByRole('heading', { level: 3, name: 'Mine, longer' })).toBeVisible();
});

test('a scheduled story is listed among the drafts and then appears', async ({ page, login, checkAccessibility }) => {
  const client = await login('editor');
  const at = new Date(Date.now() + 7000).toISOString();
  const story = await createStory(client, { news_title: 'On the hour', status: 'scheduled', publish_at: at });
  await page.goto('/news');
  await page.getByLabel('Your account').click();
  await page.getByRole('link', { name: 'Drafts' }).click();
  await expect(page.getByRole('row', { name: /On the hour/ })).toContainText('Scheduled for');
  await checkAccessibility();
  await expect(async () => {
    const answer = await page.goto(`/news/${story.id}`);
    expect(answer?.status()).toBe(200);
  }).toPass({ timeout: 15_000 });
});

test('arranging the board by mouse and keyboard stays local until saved', async ({
  page,
  login,
  site,
  checkAccessibility,
}) => {
  const client = await login('editor');
  for (const name of ['c', 'b', 'a']) await createStory(client, { news_title: `Sport ${name}` });
  await createStory(client, { news_title: 'Market', news_category: 'Business', news_sub_category: 'Markets' });
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto('/admin-news');
  const sport = page.getByRole('region', { name: 'Sports News' }).getByRole('heading', { level: 3 });
  const business = page.getByRole('region', { name: 'Business' }).getByRole('heading', { level: 3 });
  await expect(sport).toHaveText(['Sport a', 'Sport b', 'Sport c']);
  await expect(page.getByRole('link', { name: 'Edit: Sport a' })).toBeVisible();

  await business.first().dragTo(sport.nth(1), { targetPosition: { x: 20, y: 2 } });
  await expect(sport).toHaveText(['Sport a', 'Market', 'Sport b', 'Sport c']);
  await page.getByRole('button', { name: 'Move up: Sport c' }).press('Enter');
  await expect(sport).toHaveText(['Sport a', 'Market', 'Sport c', 'Sport b']);
  await page.getByLabel('Move to another category: Sport a').selectOption('Business');
  await expect(business).toHaveText(['Sport a']);
  expect(calls).toEqual([]);
  await checkAccessibility();

  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(sport).toHaveText(['Sport a', 'Sport b', 'Sport c']);
  await page.getByRole('button', { name: 'Move down: Sport a' }).click();
  await page.getByRole('button', { name: 'Save layout' }).click();
  await expect(page.getByText('Layout saved')).toBeVisible();
  expect(calls).toEqual(['PUT /api/board']);
  const { body } = await site.visitor.get('/news');
  const html = new TextDecoder().decode(body);
  expect(html.indexOf('Sport b')).toBeLessThan(html.indexOf('Sport a'));
});

test('a dragged and saved order persists after a reload, in any language of the board', async ({ page, login }) => {
  const client = await login('editor');
  for (const name of ['c', 'b', 'a']) await createStory(client, { news_title: `Sport ${name}` });
  await page.goto('/hi/admin-news');
  const sport = page.getByRole('region', { name: 'खेल समाचार' }).getByRole('heading', { level: 3 });
  await expect(page.getByRole('link', { name: 'संपादित करें: Sport a' })).toBeVisible();
  await sport.nth(2).dragTo(sport.first(), { targetPosition: { x: 20, y: 2 } });
  await expect(sport).toHaveText(['Sport c', 'Sport a', 'Sport b']);
  await page.getByRole('button', { name: 'लेआउट सहेजें' }).click();
  await expect(page.getByText('लेआउट सहेजा गया')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'संपादित करें: Sport c' })).toBeVisible();
  await expect(sport).toHaveText(['Sport c', 'Sport a', 'Sport b']);
  await page.goto('/news');
  await expect(page.getByRole('region', { name: 'Sports News' }).getByRole('heading', { level: 3 })).toHaveText([
    'Sport c',
    'Sport a',
    'Sport b',
  ]);
});

test('newsroom pages refuse visitors and readers', async ({ page, login }) => {
  await page.goto('/admin-create');
  await expect(page).toHaveURL('/news');
  await login('reader');
  await page.goto('/admin-create');
  await expect(page).toHaveURL('/news');
  await page.goto('/admin/edit/1');
  await expect(page.getByText('Access denied or item not found')).toBeVisible();
});

test('a newly added category is selected, clears its error, and resets the sub-category', async ({
  page,
  login,
  site,
}) => {
  await login('editor');
  await page.goto('/admin-create');
  const category = page.getByLabel('Category', { exact: true });
  const subCategory = page.getByLabel('Sub-category', { exact: true });
  const add = async (what: string, name: string) => {
    await page.getByRole('button', { name: what, exact: true }).click();
    await page.getByLabel(what, { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  };
  await page.getByRole('button', { name: 'Create News' }).click();
  await expect(page.getByText('Please select a category.')).toBeVisible();
  await add('Add a category', ' River and harbour ');
  await expect(category).toHaveValue('River and harbour');
  await expect(page.getByText('Please select a category.')).toBeHidden();

  await category.selectOption('Sports News');
  await subCategory.selectOption('Cricket');
  await add('Add a category', 'Night markets');
  await expect(category).toHaveValue('Night markets');
  await expect(subCategory).toHaveValue('');
  await page.getByLabel('Title').fill('Lamps along the wall');
  await page.getByRole('button', { name: 'Create News' }).click();
  await expect(page.getByText('Please select a sub-category.')).toBeVisible();
  await add('Add a sub-category', 'Stalls');
  await expect(subCategory).toHaveValue('Stalls');
  await expect(page.getByText('Please select a sub-category.')).toBeHidden();
  await page.getByRole('button', { name: 'Create News' }).click();
  await expect(page.getByText('News Created')).toBeVisible();
  const { body } = await site.visitor.get('/api/posts_by_category?category=night-markets');
  expect(body).toMatchObject([{ news_title: 'Lamps along the wall', news_sub_category: 'Stalls' }]);
});
