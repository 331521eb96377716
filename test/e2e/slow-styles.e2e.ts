// React commits no update before the style sheets that it adds have loaded. What is typed meanwhile must remain.
import type { Page } from '@playwright/test';
import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';

const typed = 'What is typed while styles are loading remains.';

/** Every style sheet takes long to load, and so does the story editor, which comes after the form. */
async function slowStyles(page: Page) {
  await page.route(/\.css$|story-editor.*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
}

for (const { form, path, label } of [
  { form: 'the search for stories', path: '/admin/stories', label: 'Search stories' },
  { form: 'the form of a story', path: '/admin-create', label: 'Topics' },
])
  test(`${form} keeps what is typed while style sheets are loading`, async ({ page, login }) => {
    await createStory(await login('editor'));
    await slowStyles(page);
    await page.goto(path, { waitUntil: 'commit' });
    const field = page.getByLabel(label, { exact: true });
    await field.pressSequentially(typed, { delay: 40 });
    await expect(field).toHaveValue(typed);
  });

test('a page being edited keeps what is typed while a conflict is being shown', async ({ page, login }) => {
  const admin = await login('admin');
  await slowStyles(page);
  await page.goto('/admin/pages/terms');
  const title = page.getByLabel('Title', { exact: true });
  await expect(title).not.toHaveValue('');
  const { content, version } = (await admin.get('/api/pages/terms')).body;
  await admin.json('PUT', '/api/pages/terms', { version, content: { ...content, title: 'Their terms' } });
  await title.fill('My terms');
  const answer = page.waitForResponse((response) => response.status() === 409);
  await page.getByRole('button', { name: 'Save new version' }).click();
  await title.click();
  await page.keyboard.press('End');
  await answer;
  await title.pressSequentially(typed, { delay: 40 });
  await expect(page.getByRole('cell', { name: 'Their terms' })).toBeVisible();
  await expect(title).toHaveValue(`My terms${typed}`);
});
