import { createStory } from '../factories/stories.ts';
import { expect } from './fixtures.ts';
import { test } from './keys.ts';

test('stories are found, selected, moved, undone and opened by keyboard alone', { tag: '@core' }, async ({
  page,
  keys,
  login,
}) => {
  const editor = await login('editor');
  for (const name of ['c', 'b', 'a']) await createStory(editor, { news_title: `Nets ${name}` });
  await createStory(editor, { news_title: 'Onion mandi' });
  await page.goto('/admin/stories');
  await keys.skipMenus();
  await keys.type(page.getByLabel('Search stories'), 'nets');
  const titles = page.locator('.story-table a.link');
  await expect(titles).toHaveText(['Nets a', 'Nets b', 'Nets c']);
  const box = (name: string) => page.getByRole('checkbox', { name: `Select: Nets ${name}` });
  await keys.press(box('a'), ' ');
  await expect(box('a')).toBeChecked();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(box('b')).toBeFocused();
  await expect(box('b')).toBeChecked();
  await page.keyboard.press('j');
  await expect(box('c')).toBeFocused();
  await expect(box('c')).not.toBeChecked();
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(box('b')).not.toBeChecked();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('3 selected')).toBeHidden();
  await page.keyboard.press('x');

  await keys.press(page.getByRole('button', { name: 'Move …' }));
  const dialog = page.getByRole('dialog', { name: 'Move 1 story' });
  await keys.choose(dialog.getByLabel('Category', { exact: true }), 'Business');
  await keys.choose(dialog.getByLabel('Sub-category'), 'Markets');
  await keys.press(dialog.getByRole('button', { name: 'Move' }));
  await expect(page.getByText('1 story moved')).toBeVisible();
  const row = page.locator('.story-table tbody tr').filter({ hasText: 'Nets b' });
  await expect(row).toContainText('Business – Markets');
  await keys.press(page.getByRole('button', { name: 'Undo' }));
  await expect(row).toContainText('Sports News – Cricket');

  await keys.reach(box('b'));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Title')).toHaveValue('Nets b');
});
