import type { Page } from '@playwright/test';
import type { Client } from '../client.ts';
import { createStory } from '../factories/stories.ts';
import { expect, loaded, test } from './fixtures.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'Stories' }).locator('tbody tr');
const titles = (page: Page) => rows(page).locator('a.link');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search stories' });
const box = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select: ${title}` });

async function fillSection(editor: Client, count: number) {
  for (let n = 1; n <= count; n++) await createStory(editor, { news_title: `Nets, day ${n}` });
}

test('an editor finds the oldest story of a section of thirty and corrects it', { tag: '@core' }, async ({
  page,
  login,
  site,
}) => {
  const editor = await login('editor');
  await createStory(editor, { news_title: 'The first ball', news_description: 'Bowled by a left-arm spinner.' });
  await fillSection(editor, 29);
  await page.goto('/news');
  await expect(page.getByRole('heading', { level: 3, name: 'The first ball' })).toBeHidden(); // the board shows twelve
  await page.getByLabel('Your account').click();
  await page.getByRole('link', { name: 'Stories' }).click();
  await expect(page).toHaveURL('/admin/stories');
  await expect(titles(page)).toHaveCount(30);
  await expect(titles(page).last()).toHaveText('The first ball');
  await search(page).fill('spinner');
  await expect(titles(page)).toHaveText(['The first ball']);
  await expect(page).toHaveURL('/admin/stories?q=spinner');
  await titles(page).click();
  await page.getByLabel('Title').fill('The very first ball');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('News updated successfully')).toBeVisible();
  const { body } = await site.visitor.get('/api/search?q=very+first+ball');
  expect(body.total).toBe(1);
});

test('a reader sees no Edit on a story page; an editor opens the editor with it', async ({ page, login, site }) => {
  const story = await createStory(await site.as('editor'), { news_title: 'Nets at dawn' });
  const edit = page.getByRole('link', { name: 'Edit', exact: true });
  const html = new TextDecoder().decode((await site.visitor.get(`/news/${story.id}`)).body);
  expect(html).not.toContain(`/admin/edit/${story.id}`);
  await page.goto(`/news/${story.id}`);
  await loaded(page);
  await expect(edit).toBeHidden();
  await login('editor');
  await page.goto(`/news/${story.id}`);
  await edit.click();
  await expect(page).toHaveURL(`/admin/edit/${story.id}`);
  await expect(page.getByLabel('Title')).toHaveValue('Nets at dawn');
});

test('the menu has the numbers of drafts and scheduled stories, asked for when an editor opens it', async ({
  page,
  login,
}) => {
  const editor = await login('editor');
  await createStory(editor, { status: 'draft' });
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto('/news');
  await loaded(page);
  expect(calls.filter((path) => path.startsWith('/api/stories'))).toEqual([]);
  await page.getByLabel('Your account').click();
  await expect(page.getByRole('link', { name: 'Stories' })).toHaveText('Stories1 draft, 0 scheduled');
});

test('filters are in the address: shared, and undone by the back button', async ({
  page,
  login,
  checkAccessibility,
}) => {
  const editor = await login('editor');
  const business = { news_category: 'Business', news_sub_category: 'Markets' };
  await createStory(editor, { news_title: 'Onion mandi', author: 'Asha Rao', ...business });
  await createStory(editor, { news_title: 'प्याज़ मंडी', language: 'hi', ...business });
  await createStory(editor, { news_title: 'Nets at dawn' });
  await createStory(editor, { news_title: 'Ferry accounts', status: 'draft' });
  await page.goto('/admin/stories');
  await expect(titles(page)).toHaveText(['Ferry accounts', 'Nets at dawn', 'प्याज़ मंडी', 'Onion mandi']);
  const draftTab = page.getByRole('button', { name: 'Drafts 1' });
  await draftTab.click();
  await expect(titles(page)).toHaveText(['Ferry accounts']);
  await expect(draftTab).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(titles(page)).toHaveCount(4);

  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('Category', { exact: true }).selectOption('Business');
  await expect(titles(page)).toHaveText(['प्याज़ मंडी', 'Onion mandi']);
  await page.getByLabel('Sub-category').selectOption('Markets');
  await page.getByLabel('No version in').selectOption('हिन्दी');
  await expect(titles(page)).toHaveText(['Onion mandi']);
  await page.getByLabel('Byline contains').fill('asha');
  await page.getByLabel('Byline contains').press('Enter');
  await expect(page).toHaveURL(/author=asha/);
  await page.getByLabel('Created by').selectOption('Me');
  await page.getByLabel('Order').selectOption('Title');
  await expect(page).toHaveURL(/mine=true.*sort=title/);
  await checkAccessibility();

  // Another browser shows the same from the address alone.
  const address = page.url();
  await page.goto('/news');
  await page.goto(address);
  await expect(titles(page)).toHaveText(['Onion mandi']);
  await expect(page.getByLabel('Category', { exact: true })).toHaveValue('business');
  await expect(page.getByLabel('Byline contains')).toHaveValue('asha');
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(titles(page)).toHaveCount(4);
  await search(page).fill('nothing of the kind');
  await expect(page.getByText('No story matches. Try fewer words or filters.')).toBeVisible();
  await page.goBack();
  await expect(search(page)).toHaveValue('');
  await expect(titles(page)).toHaveText(['Onion mandi']);
});

test('a long list is paged, and the back button leads to the page before', async ({ page, login }) => {
  await fillSection(await login('editor'), 51);
  await page.goto('/admin/stories');
  await expect(titles(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(titles(page)).toHaveText(['Nets, day 1']);
  await expect(page.getByRole('button', { name: 'Published 51' })).toBeVisible();
  await page.goBack();
  await expect(titles(page)).toHaveCount(50);
  await page.goForward();
  await page.getByRole('button', { name: 'First page' }).click();
  await expect(titles(page)).toHaveCount(50);
});

test('Drafts says that it lists the newest 200, and leads to the list of all', async ({ page, login }) => {
  const editor = await login('editor');
  const more = page.getByText('Only the newest 200 are listed here.');
  for (let n = 1; n < 200; n++) await createStory(editor, { status: 'draft' });
  await page.goto('/admin/drafts');
  await expect(page.getByRole('row')).toHaveCount(200); // with the heads of the columns
  await expect(more).toBeHidden();
  await createStory(editor, { status: 'draft' });
  await page.reload();
  await more.getByRole('link', { name: 'All stories' }).click();
  await expect(page).toHaveURL('/admin/stories');
});

test('stories go to the trash together, and the undo brings back exactly what was', async ({ page, login, site }) => {
  const editor = await login('editor');
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const all = [
    await createStory(editor, { news_title: 'A story' }),
    await createStory(editor, { news_title: 'A draft', status: 'draft' }),
    await createStory(editor, { news_title: 'A schedule', status: 'scheduled', publish_at: at }),
  ];
  const stored = () => Promise.all(all.map(async ({ id }) => (await editor.get(`/api/admin/${id}`)).body));
  const before = await stored();
  await page.goto('/admin/stories');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('region', { name: 'Selected stories' });
  await expect(bar.getByRole('status')).toHaveText('3 selected');
  await bar.getByRole('button', { name: 'Move to trash' }).click();
  await expect(page.getByText('3 stories moved to the trash')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(1); // one toast
  await expect(page.getByText('No stories yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Trash 3' })).toBeVisible();
  expect((await site.visitor.get(`/news/${all[0].id}`)).status).toBe(404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('3 stories are as before')).toBeVisible();
  await expect(titles(page)).toHaveText(['A schedule', 'A draft', 'A story']);
  expect(await stored()).toEqual(before);
});

test('publishing, unpublishing and moving in bulk; what could not be changed is named', async ({
  page,
  login,
  checkAccessibility,
}) => {
  const editor = await login('editor');
  await createStory(editor, { news_title: 'Stays' });
  const other = await createStory(editor, { news_title: 'Ready', status: 'draft' });
  const changed = await createStory(editor, { news_title: 'Contested', status: 'draft' });
  await page.goto('/admin/stories');
  await box(page, 'Ready').check();
  await box(page, 'Contested').check();
  await editor.form('PUT', `/api/admin/${changed.id}`, { news_title: 'Corrected by a colleague' });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const toast = page.getByRole('alert').filter({ hasText: '1 story published' });
  await expect(toast).toContainText(
    'Not changed: “Corrected by a colleague” (Someone else has changed this story in the meantime.)',
  );
  await expect(rows(page).filter({ hasText: 'Ready' })).toContainText('Published');
  // It stays selected, now with its new title.
  await expect(box(page, 'Corrected by a colleague')).toBeChecked();
  await expect(box(page, 'Ready')).not.toBeChecked();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 story is as before')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Ready' })).toContainText('Draft');

  await box(page, 'Ready').check();
  await page.getByRole('button', { name: 'Move …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 2 stories' });
  await expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled();
  await dialog.getByLabel('Category', { exact: true }).selectOption('Health');
  await dialog.getByLabel('Sub-category').selectOption('Others');
  await dialog.getByLabel('Custom submenu').fill('Clinics');
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText('2 stories moved')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Ready' })).toContainText('Health – Others');
  expect((await editor.get(`/api/admin/${other.id}`)).body).toMatchObject({ news_submenu: 'Clinics', status: 'draft' });
});

test('a list that cannot be loaded says so, and is loaded again', async ({ page, login }) => {
  const editor = await login('editor');
  await createStory(editor, { news_title: 'Nets at dawn' });
  const path = '**/api/stories';
  await page.route(path, (route) => route.fulfill({ status: 500, json: { code: 'internal', error: 'No.' } }));
  await page.goto('/admin/stories');
  await expect(page.getByRole('alert')).toHaveText('The list could not be loaded.', { timeout: 15_000 });
  await page.unroute(path);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(titles(page)).toHaveText(['Nets at dawn']);

  await page.route('**/api/stories/bulk', (route) => route.abort());
  await box(page, 'Nets at dawn').check();
  await page.getByRole('button', { name: 'Move to trash' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The stories could not be changed.' })).toBeVisible();
  await expect(box(page, 'Nets at dawn')).toBeChecked();
});

test('a reader is led away', async ({ page, login }) => {
  await login('reader');
  await page.goto('/admin/stories');
  await expect(page).toHaveURL('/news');
});

test.describe('on a phone of 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a Hindi search finds a draft in cards that fit', async ({ page, login, checkAccessibility }) => {
    const editor = await login('editor');
    await fillSection(editor, 3);
    await createStory(editor, {
      news_title: 'नगर निगम ने घाट की सफ़ाई शुरू की',
      news_description: 'सुबह से चुनाव की चर्चा थी।',
      language: 'hi',
      status: 'draft',
      author: 'आशा राव',
    });
    await page.goto('/hi/admin/stories');
    await page.getByRole('searchbox', { name: 'ख़बरों में खोजें' }).pressSequentially('चुनाव');
    const card = page.locator('.story-table tbody tr');
    await expect(card).toHaveCount(1);
    await expect(card).toContainText('ड्राफ़्ट');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole('checkbox', { name: 'चुनें: नगर निगम ने घाट की सफ़ाई शुरू की' }).check();
    await checkAccessibility();
    await page.getByRole('button', { name: 'प्रकाशित करें', exact: true }).click();
    await expect(page.getByText('1 ख़बर प्रकाशित हुई')).toBeVisible();
    await card.getByRole('link').click();
    await expect(page).toHaveURL(/\/hi\/admin\/edit\/\d+$/);
  });

  test('in Urdu the list is set from right to left', async ({ page, login, checkAccessibility }) => {
    await createStory(await login('editor'), { news_title: 'Nets at dawn' });
    await page.goto('/ur/admin/stories');
    const check = page.getByRole('checkbox', { name: 'منتخب کریں: Nets at dawn' });
    const [left, title] = [await check.boundingBox(), await page.locator('.story-table a.link').boundingBox()];
    expect(left?.x ?? 0).toBeGreaterThan(title?.x ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await checkAccessibility(page, ['words']);
  });
});
