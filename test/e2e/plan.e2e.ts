import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';

test('an editor plans an assignment, changes it, and starts its story', async ({ page, login, checkAccessibility }) => {
  const editor = await login('editor');
  const story = await createStory(editor, { news_title: 'Ferry service begins' });
  await page.goto('/admin/plan');
  await expect(page.getByRole('link', { name: 'Ferry service begins' })).toHaveAttribute(
    'href',
    `/admin/edit/${story.id}`,
  );
  await page.getByRole('button', { name: 'Add an assignment' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What').fill('The new bridge');
  await dialog.getByLabel('Category').selectOption('Sports News');
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const entry = page.getByRole('button', { name: 'The new bridge' });
  await expect(entry).toBeVisible();
  await checkAccessibility();

  await entry.click();
  await dialog.getByLabel('State').selectOption('In progress');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByRole('listitem').filter({ has: entry }).last()).toContainText('In progress');

  await page.getByLabel('Week').check();
  await expect(page).toHaveURL(/view=week/);
  await expect(entry).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  await checkAccessibility();
  await entry.click();
  await dialog.getByRole('button', { name: 'Start the story' }).click();
  await expect(page).toHaveURL(/\/admin\/edit\/\d+$/);
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('The new bridge');
});
