// Checks before publishing: the panel lists what stands out, leads to the field, and clears.
import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';
import { text, textEditor, title } from './story-steps.ts';

test('an editor finds a duplicate, broken Markdown and a dead link before he publishes', { tag: '@core' }, async ({
  page,
  login,
  checkAccessibility,
}) => {
  const editor = await login('editor');
  const { id } = await createStory(editor, { news_title: 'The ferry sails again after the flood' });
  await page.goto('/admin-create');
  const panel = page.getByRole('group').filter({ hasText: 'Before publishing' });
  await expect(panel.getByText('The story has no text.')).toBeVisible();
  // What the editor writes itself is valid; Markdown that is typed or merged may not be.
  await textEditor(page).waitFor();
  await page.getByRole('button', { name: 'Markdown' }).click();
  await title(page).fill('Ferry sails again after the floods');
  const long = `https://a.example/${'a'.repeat(2000)}`;
  await text(page).fill(
    `It left **at noon, see [the old report](/news/999999), [a map](${long}).\n\n::video{id=999999}\n\n:::facts[Known]\nOne.`,
  );
  await expect(panel.getByText('Readers see two asterisks')).toBeVisible();
  await expect(panel.getByText('This block has no ending: :::facts[Known]')).toBeVisible();
  await expect(panel.getByText('This link leads nowhere: /news/999999')).toBeVisible();
  await expect(panel.getByText('This link is too long to be checked: https://a.example/aaa')).toBeVisible();
  await expect(panel.getByText('The library has no video or audio file 999999.')).toBeVisible();
  const duplicate = panel.getByRole('link', { name: 'The ferry sails again after the flood' });
  await expect(duplicate).toHaveAttribute('href', `/admin/edit/${id}`);
  await checkAccessibility();

  await panel.getByRole('button', { name: 'Readers see two asterisks' }).click();
  await expect(text(page)).toBeFocused();
  await text(page).fill(`It left **at noon**, see [the report](/news/${id}).`);
  await title(page).fill('A bridge for ward seven opens in March');
  await expect(duplicate).toBeHidden();
  await expect(panel.getByText('This link leads nowhere')).toBeHidden();
  await expect(panel.getByText('Readers see two asterisks')).toBeHidden();
  await expect(panel.getByText('The story has no picture.')).toBeVisible();

  await page.route('**/api/checks/links', (route) => route.abort());
  await text(page).fill(`It left at ten, see [the report](/news/${id}?b).`);
  await expect(panel.getByText('Links and similar titles could not be checked.')).toBeVisible();
  await page.unroute('**/api/checks/links');
  await panel.getByRole('button', { name: 'Check again' }).click();
  await expect(panel.getByText('could not be checked')).toBeHidden();

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
