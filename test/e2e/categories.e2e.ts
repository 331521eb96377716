import type { Page } from '@playwright/test';
import { createStory } from '../factories/stories.ts';
import { expect, loaded, test } from './fixtures.ts';

const row = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Categories', exact: true })
    .locator('> li')
    .filter({
      has: page.getByRole('button', { name: `Edit: ${name}`, exact: true }),
    });
const dialog = (page: Page) => page.getByRole('dialog');

test('a renamed category has its new name on board and bar, and its old address leads on', { tag: '@core' }, async ({
  page,
  browser,
  site,
  login,
  checkAccessibility,
}) => {
  const editor = await login('editor');
  await createStory(editor, { news_title: 'Wheat up', news_category: 'Business', news_sub_category: 'Markets' });
  await page.goto('/news');
  await loaded(page);
  await page.getByLabel(/^Your account/).click();
  await page.getByRole('link', { name: 'Categories', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible();
  await expect(row(page, 'Others').getByRole('button', { name: 'Delete: Others', exact: true })).toBeHidden();
  await checkAccessibility();

  await row(page, 'Business').getByRole('button', { name: 'Edit: Business' }).click();
  await dialog(page).getByLabel('Name', { exact: true }).fill('Sports News');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByText('There is one of this name already.')).toBeVisible();
  await dialog(page).getByLabel('Name', { exact: true }).fill('Money');
  await dialog(page).getByLabel('हिन्दी').fill('पैसा');
  await checkAccessibility();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Category saved')).toBeVisible();
  await expect(row(page, 'Money').getByText('1 story').first()).toBeVisible();

  const reader = await (await browser.newContext({ javaScriptEnabled: false, baseURL: site.address })).newPage();
  await reader.goto('/category/business/subcategory/markets');
  await expect(reader).toHaveURL('/category/money/subcategory/markets');
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Money');
  await reader.goto('/news');
  await expect(reader.getByRole('region', { name: 'Money' }).getByText('Wheat up')).toBeVisible();
  const bar = reader.getByRole('navigation', { name: 'News categories' });
  await expect(bar.getByRole('link', { name: 'Money' })).toHaveCount(1);
  await expect(bar.getByRole('link', { name: 'Business' })).toHaveCount(0);
  await reader.goto('/hi/category/business');
  await expect(reader).toHaveURL('/hi/category/money');
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('पैसा');
});

test('categories are ordered and hidden by keyboard', async ({ page, browser, site, login }) => {
  const editor = await login('editor');
  await createStory(editor, { news_title: 'Rain', news_category: 'Health', news_sub_category: 'Fitness' });
  await createStory(editor, { news_title: 'Final' });
  await page.goto('/admin/categories');
  const up = page.getByRole('button', { name: 'Move up: Health' });
  await up.focus();
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Enter');
  // At the top, the focus goes to the button that still works.
  await expect(page.getByRole('button', { name: 'Move down: Health' })).toBeFocused();
  await page.getByRole('button', { name: 'Save order' }).press('Enter');
  await expect(page.getByText('Order saved')).toBeVisible();

  const reader = await (await browser.newContext({ baseURL: site.address })).newPage();
  await reader.goto('/news');
  const headings = reader.locator('main').getByRole('heading', { level: 2 });
  await expect(headings).toHaveText(['Health', 'Sports News']);

  await page.getByRole('button', { name: 'Edit: Health' }).press('Enter');
  await dialog(page).getByLabel('Hide from the category bar and the board').press('Space');
  await dialog(page).getByLabel('Name', { exact: true }).press('Enter');
  await expect(row(page, 'Health').getByText('Hidden')).toBeVisible();
  await reader.reload();
  await expect(headings).toHaveText(['Sports News']);
  await reader.goto('/category/health');
  await expect(reader.getByRole('heading', { level: 3, name: 'Rain' })).toBeVisible();
});

test('a deleted category and sub-category have a place for their stories', async ({ page, site, login }) => {
  const editor = await login('editor');
  await createStory(editor, { news_title: 'Rain', news_category: 'Health', news_sub_category: 'Fitness' });
  await createStory(editor, {
    news_title: 'Fog',
    news_category: 'Health',
    news_sub_category: 'Science',
    status: 'draft',
  });
  await page.goto('/admin/categories');
  await row(page, 'Health').getByText('5 sub-categories').click();
  await page.getByRole('button', { name: 'Delete: Fitness' }).click();
  await expect(dialog(page).getByText('1 story moves, drafts and trash included.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(dialog(page).getByText('Please choose where the stories go.')).toBeVisible();
  await dialog(page).getByLabel('Where do its stories go?').selectOption('Healthcare');
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, 'Health').getByText('4 sub-categories')).toBeVisible();

  await row(page, 'Health').getByRole('button', { name: 'Delete: Health', exact: true }).click();
  await expect(dialog(page).getByText('2 stories move, drafts and trash included.')).toBeVisible();
  await dialog(page).getByLabel('Where do its stories go?').selectOption('India');
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Category removed')).toBeVisible();
  await expect(row(page, 'Health')).toBeHidden();
  await expect(row(page, 'India').getByText('2 stories')).toBeVisible();
  await page.goto('/category/health/subcategory/fitness');
  await expect(page).toHaveURL('/category/india/subcategory/others');
  await expect(page.getByRole('heading', { level: 3, name: 'Rain' })).toBeVisible();
  const admin = await site.as('admin');
  const { body } = await admin.get('/api/audit?search=category');
  expect(body.acts.map(({ action }: { action: string }) => action)).toEqual([
    'category.deleted',
    'sub_category.deleted',
  ]);
});

test('two editors who change the same category: the second one sees it and loses nothing that he typed', async ({
  page,
  site,
  login,
}) => {
  await login('editor');
  const colleague = await site.as('editor');
  await page.goto('/admin/categories');
  await row(page, 'India').getByRole('button', { name: 'Edit: India' }).click();
  const { body } = await colleague.get('/api/categories');
  const { id } = body.find(({ name }: { name: string }) => name === 'India');
  await colleague.json('PUT', `/api/categories/${id}`, { name: 'The nation' });
  await dialog(page).getByLabel('Name', { exact: true }).fill('Bharat');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByText('Stored now: The nation. Save again to replace it.')).toBeVisible();
  await expect(dialog(page).getByLabel('Name', { exact: true })).toHaveValue('Bharat');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Bharat')).toBeVisible();
  expect((await site.visitor.get('/api/posts_by_category?category=India')).status).toBe(200);
});

test('the story form keeps the choice when its category is renamed, and no “Choose …” once there is one', async ({
  page,
  site,
  login,
}) => {
  await login('editor');
  const colleague = await site.as('editor');
  await page.goto('/admin-create');
  const category = page.getByLabel('Category', { exact: true });
  const sub = page.getByLabel('Sub-category', { exact: true });
  await category.selectOption('Health');
  await expect(category.getByRole('option', { name: 'Choose …' })).toHaveCount(0);
  await sub.selectOption('Fitness');
  await expect(sub.getByRole('option', { name: 'Choose …' })).toHaveCount(0);
  await page.getByLabel('Title').fill('Yoga by the river');

  const { body } = await colleague.get('/api/categories');
  const { id, sub_categories } = body.find(({ name }: { name: string }) => name === 'Health');
  const fitness = sub_categories.find(({ name }: { name: string }) => name === 'Fitness');
  await colleague.json('PUT', `/api/categories/${id}`, { name: 'Wellness' });
  await colleague.json('PUT', `/api/categories/${id}/sub-categories/${fitness.id}`, { name: 'Movement' });
  // The list is fetched again when the window gets the focus.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(category.locator('option:checked')).toHaveText('Wellness');
  await expect(sub.locator('option:checked')).toHaveText('Movement');
  await page.getByRole('button', { name: 'Create News' }).click();
  await expect(page.getByText('News Created')).toBeVisible();
  const { body: items } = await site.visitor.get('/api/posts_by_category?category=Wellness');
  expect(items[0]).toMatchObject({ news_title: 'Yoga by the river', news_sub_category: 'Movement' });
});
