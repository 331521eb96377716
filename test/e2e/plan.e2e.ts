import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';

test('an editor plans an assignment, changes it, and starts its story', { tag: '@core' }, async ({
  page,
  login,
  checkAccessibility,
}) => {
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

  await page.getByRole('link', { name: 'Week' }).click();
  await expect(page).toHaveURL(/view=week/);
  await expect(entry).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  await checkAccessibility();

  // A colleague saves it in the meantime: what both have changed is shown, and nothing that was typed is lost.
  await entry.click();
  await dialog.getByLabel('What').fill('The old bridge');
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date());
  const [{ id, version }] = (await editor.get(`/api/plan?from=${day}&to=${day}`)).body.assignments;
  const body = { what: 'The third bridge', notes: 'Ask the ward', category: 'Sports News', version };
  expect((await editor.json('PUT', `/api/plan/assignments/${id}`, body)).status).toBe(200);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Somebody else has changed this assignment.');
  await expect(dialog.getByLabel('What')).toHaveValue('The old bridge');
  await expect(dialog.getByText('Somebody else has saved: The third bridge')).toBeVisible();
  await expect(dialog.getByLabel('Notes')).toHaveValue('Ask the ward');
  await checkAccessibility();
  // What is typed is saved before the story begins.
  await dialog.getByLabel('What').fill('The fourth bridge');
  await dialog.getByRole('button', { name: 'Start the story' }).click();
  await expect(page).toHaveURL(/\/admin\/edit\/\d+$/);
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('The fourth bridge');
  await page.goto('/admin/plan?day=2026-99-99');
  await expect(page.getByText('(today)')).toBeVisible();
});
