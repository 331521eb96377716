import { createStory } from '../factories/stories.ts';
import { expect, loaded, test } from './fixtures.ts';
import { update } from './story-steps.ts';

test('an author gets a page and his earlier stories; a story gets a guest beside him, by keyboard on a phone', {
  tag: '@core',
}, async ({ page, browser, site, login, checkAccessibility }) => {
  const editor = await login('editor');
  const { id } = await createStory(editor, { news_title: 'Ferry late', author: 'Asha Rao' });
  await page.goto('/news');
  await loaded(page);
  await page.getByLabel(/^Your account/).click();
  await page.getByRole('link', { name: 'Authors', exact: true }).click();
  await expect(page.getByText('There are no authors yet.')).toBeVisible();

  await page.getByRole('button', { name: 'Add an author' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Public e-mail address').fill('nonsense');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This is not an e-mail address.')).toBeVisible();
  await dialog.getByLabel('Public e-mail address').fill('');
  await dialog.getByLabel('Name', { exact: true }).fill('Asha Rao');
  await dialog.getByLabel(/^Role/).fill('Harbour reporter');
  await dialog.getByLabel('About the author').fill('Writes about *ferries*.');
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Author saved')).toBeVisible();
  await page.getByRole('button', { name: 'Link them: Asha Rao' }).click();
  await expect(page.getByText('1 story linked')).toBeVisible();
  await expect(page.getByText('1 story', { exact: true })).toBeVisible();
  await checkAccessibility();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/admin/edit/${id}`);
  const field = page.getByRole('combobox', { name: 'Written by' });
  const chips = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Remove/ }) });
  await expect(chips).toHaveText(['Asha Rao']);
  await field.fill('Ravi Sen');
  await expect(page.getByRole('option', { name: 'Add “Ravi Sen” as a guest' })).toBeVisible();
  await checkAccessibility();
  // A name that is typed and not chosen is not lost.
  await update(page);
  await expect(page.getByText('“Ravi Sen” is not chosen yet.')).toBeVisible();
  await expect(field).toHaveValue('Ravi Sen');
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(chips).toHaveText(['Asha Rao', 'Ravi Sen']);
  const forward = page.getByRole('button', { name: 'Move Ravi Sen forward' });
  await forward.focus();
  await page.keyboard.press('Enter');
  await expect(chips).toHaveText(['Ravi Sen', 'Asha Rao']);
  await expect(page.getByRole('button', { name: 'Move Ravi Sen back' })).toBeFocused();
  await checkAccessibility();
  await update(page);
  await expect(page).toHaveURL('/news');

  const reader = await (await browser.newContext({ javaScriptEnabled: false, baseURL: site.address })).newPage();
  await reader.setViewportSize({ width: 360, height: 740 });
  await reader.goto(`/news/${id}`);
  await expect(reader.getByText('By Ravi Sen and Asha Rao')).toBeVisible();
  await reader.getByRole('link', { name: 'Asha Rao' }).click();
  await expect(reader).toHaveURL('/author/asha-rao');
  await expect(reader.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeVisible();
  await expect(reader.getByText('Harbour reporter')).toBeVisible();
  await expect(reader.getByRole('link', { name: 'Ferry late' })).toBeVisible();
  await expect(reader.getByRole('link', { name: 'Follow in a feed reader' })).toHaveAttribute(
    'href',
    '/author/asha-rao/feed.xml',
  );
  await page.goto('/author/asha-rao');
  await loaded(page);
  await checkAccessibility();
});
