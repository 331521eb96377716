import type { Page } from '@playwright/test';
import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';
import { openInOtherBrowser, title, update } from './story-steps.ts';

const states = (page: Page) => page.getByLabel('Status').locator('option');
const notYourStep = (page: Page) => page.getByText('Your role cannot take this step with the story.');

test('an administrator limits an editor to Health, who publishes there and only hands in elsewhere', {
  tag: '@core',
}, async ({ page, login, site, browser, checkAccessibility }) => {
  const admin = await login('admin');
  const asha = await site.createUser('editor', { name: 'Asha Rao' });
  const story = await createStory(admin, {
    news_title: 'Ferry late',
    news_category: 'Health',
    news_sub_category: 'Science',
  });
  const elsewhere = await createStory(admin, { news_title: 'Cup final' });

  await page.goto('/admin/people?search=asha');
  await page.getByRole('button', { name: 'Sections of Asha Rao: All sections' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sections of Asha Rao' });
  await dialog.getByLabel('Sections').selectOption('Chosen sections');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expect(dialog.getByText('Please choose at least one section.')).toBeVisible();
  await checkAccessibility();
  await dialog.getByLabel('Health').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sections of Asha Rao: Health' })).toHaveText('Health');
  await checkAccessibility();

  const other = await openInOtherBrowser(browser, site, asha.email, '/admin-create');
  await other.getByLabel('Category', { exact: true }).selectOption('Health');
  await expect(states(other)).toHaveText(['Publish now', 'Publish later', 'Approved', 'Ready for the desk', 'Draft']);
  await expect(other.getByRole('button', { name: 'Add a category' })).toHaveCount(0);
  await other.getByLabel('Category', { exact: true }).selectOption('Business');
  await expect(states(other)).toHaveText(['Ready for the desk', 'Draft']);
  await other.getByLabel('Sub-category').selectOption('Markets');
  await title(other).fill('Markets calm');
  await other.getByLabel('Status').selectOption('Ready for the desk');
  await other.getByRole('button', { name: 'Create News' }).click();
  await expect(other.getByText('News Created')).toBeVisible();

  await other.goto(`/admin/edit/${story.id}`);
  await title(other).fill('Ferry on time');
  await expect(notYourStep(other)).toHaveCount(0);
  await other.getByLabel('Category', { exact: true }).selectOption('Business');
  await expect(notYourStep(other)).toBeVisible();
  await checkAccessibility(other);
  await other.getByLabel('Category', { exact: true }).selectOption('Health');
  await other.getByLabel('Sub-category').selectOption('Science');
  await update(other);
  await expect(other.getByText('News updated successfully')).toBeVisible();

  await other.goto(`/admin/edit/${elsewhere.id}`);
  await expect(notYourStep(other)).toBeVisible();
  await expect(states(other)).toHaveText(['Publish now']);

  await other.goto('/news');
  await expect(other.getByRole('button', { name: 'Delete: Ferry on time' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Delete: Cup final' })).toHaveCount(0);
  await other.goto('/admin/stories');
  await other.getByRole('checkbox', { name: /Cup final/ }).check();
  await expect(other.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  await expect(notYourStep(other)).toBeVisible();
  await other.getByRole('checkbox', { name: /Ferry on time/ }).check();
  await expect(other.getByRole('button', { name: 'Unpublish', exact: true })).toBeEnabled();
  await checkAccessibility(other);
  await other.goto('/admin/categories');
  await expect(other.getByText('Only editors of all sections change the list of categories.')).toBeVisible();
  await checkAccessibility(other);
  await other.context().close();

  await page.getByRole('button', { name: 'Sections of Asha Rao: Health' }).click();
  await dialog.getByLabel('Sections').selectOption('All sections');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Sections of Asha Rao: All sections' })).toBeVisible();
});
