import { createStory } from '../factories/stories.ts';
import { expect, loaded, test } from './fixtures.ts';

test('an editor gives a story topics and a series, and readers follow them', { tag: '@core' }, async ({
  page,
  login,
  checkAccessibility,
}) => {
  const editor = await login('editor');
  const other = await createStory(editor, { news_title: 'The other ferry', topics: 'Ferries' });
  const { body: series } = await editor.json('POST', '/api/series', { title: 'The river', language: 'en' });
  const story = await createStory(editor, {
    news_title: 'The ferry sails late',
    news_category: 'India',
    news_sub_category: 'States',
  });

  await page.goto(`/admin/edit/${story.id}`);
  const topics = page.getByLabel('Topics', { exact: true });
  await topics.fill('Ferries');
  await topics.press('Enter');
  await topics.fill('Monsoon,');
  const chosen = page.getByRole('list', { name: 'Topics of the story' });
  await expect(chosen.getByRole('listitem')).toHaveText(['Ferries×', 'Monsoon×']);
  await page.getByRole('button', { name: 'Remove: Monsoon' }).press('Enter');
  await expect(topics).toBeFocused();
  await topics.pressSequentially('जल संकट,');
  await expect(chosen.getByRole('listitem')).toHaveText(['Ferries×', 'जल संकट×']);
  await page.getByLabel('Series').selectOption('The river');
  await checkAccessibility();
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await page.waitForURL('/news');

  await page.goto(`/news/${story.id}`);
  await expect(page.getByRole('navigation', { name: 'Topics' }).getByRole('link')).toHaveText(['Ferries', 'जल संकट']);
  const parts = page.getByRole('region', { name: 'Series: The river' });
  await expect(parts).toContainText('Part 1');
  const { id: next } = await createStory(editor, { news_title: 'The ferry stays', series: series.slug });
  await page.reload();
  await expect(parts.locator('[aria-current=page]')).toHaveText('The ferry sails late');
  await expect(parts.getByRole('link', { name: 'Next part' })).toHaveAttribute('href', `/news/${next}`);
  await expect(page.getByRole('complementary', { name: 'Related stories' })).toContainText('The other ferry');
  await checkAccessibility();

  await page.getByRole('link', { name: 'Ferries' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ferries' })).toBeVisible();
  await expect(page.locator(`a[href="/news/${other.id}"]`).first()).toBeVisible();
  await checkAccessibility();

  await page.goto('/admin/topics');
  await page.getByRole('button', { name: 'Edit: Ferries' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Boats');
  await checkAccessibility();
  // Another editor changes it, and the list behind the dialog is loaded again.
  const [topic] = (await editor.get('/api/topics/usage?q=Ferries')).body;
  const change = { name: 'Ferries', description: 'All that floats.', version: topic.version };
  await editor.json('PUT', `/api/topics/${topic.id}`, change);
  const loadedAgain = page.waitForResponse(/api\/topics\/usage/);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await loadedAgain;
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/^Somebody else has changed it/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name: 'Boats' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete: Boats' }).click();
  await expect(dialog.getByText('Stories: 2')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/topic/ferries');
  await expect(page).toHaveURL('/topic/boats');
  await loaded(page);

  await page.goto('/topic/no-such-topic');
  await expect(page.getByText('There is no such topic.')).toBeVisible();
});
