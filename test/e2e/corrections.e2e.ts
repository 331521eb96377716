// Corrections: an editor publishes one from the story's page or from the newsroom, readers find it on all pages.
import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';
import { expectMarkdown, title, update } from './story-steps.ts';

test('an editor corrects a story in three clicks; the list, the feed and the structured data have it', {
  tag: '@core',
}, async ({ page, browser, site, login, checkAccessibility }) => {
  await page.goto('/corrections');
  await expect(page.getByText('Nothing has been corrected yet.')).toBeVisible();
  await checkAccessibility();

  const editor = await login('editor');
  const story = await createStory(editor, { news_title: 'The canal costs 40 lakh' });
  await page.goto(`/news/${story.id}`);
  await page.getByRole('button', { name: 'Add a correction' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a correction' });
  await expect(dialog.getByText('The canal costs 40 lakh')).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish the correction' }).click();
  await expect(dialog.getByText('Please write what was wrong')).toBeVisible();
  await dialog.getByLabel('What was wrong, and what is right').fill('The canal costs 14 lakh, not 40.');
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Publish the correction' }).click();
  await expect(page.getByText('The correction has been added.')).toBeVisible();
  await expect(page.getByRole('article').getByText('The canal costs 14 lakh, not 40.')).toBeVisible();

  const reader = await browser.newPage({ baseURL: site.address, viewport: { width: 360, height: 740 } });
  await reader.goto('/corrections');
  const item = reader.getByRole('listitem').filter({ hasText: 'The canal costs 14 lakh, not 40.' });
  await expect(item.getByText('Correction', { exact: true })).toBeVisible();
  expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await checkAccessibility(reader);
  const list = JSON.parse((await reader.locator('script[type="application/ld+json"]').textContent()) ?? '{}');
  expect(list['@graph'][0].mainEntity.itemListElement[0].item).toMatchObject({
    '@type': 'CorrectionComment',
    text: 'The canal costs 14 lakh, not 40.',
  });
  await item.getByRole('link', { name: 'The canal costs 40 lakh' }).click();
  await expect(reader).toHaveURL(`/news/${story.id}`);
  const html = Buffer.from((await site.visitor.get(`/news/${story.id}`)).body).toString();
  const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  expect(JSON.parse(json)['@graph'][0].correction).toMatchObject([{ text: 'The canal costs 14 lakh, not 40.' }]);
  const feed = Buffer.from((await site.visitor.get('/corrections/feed.xml')).body).toString();
  expect(feed).toContain('Correction: The canal costs 40 lakh');

  // From the newsroom, while the story is being edited: what is typed stays, and the next save has both.
  await page.goto(`/admin/edit/${story.id}`);
  await title(page).fill('The canal costs 14 lakh');
  await page.getByRole('button', { name: 'Add a correction' }).click();
  await expect(dialog.getByText('The canal costs 14 lakh, not 40.')).toBeVisible();
  await dialog.getByLabel('Kind').selectOption('Clarification');
  await dialog.getByLabel('What was wrong, and what is right').fill('The sum has no taxes.');
  await dialog.getByRole('button', { name: 'Publish the correction' }).click();
  await expect(dialog).toBeHidden();
  await expect(title(page)).toHaveValue('The canal costs 14 lakh');
  await expectMarkdown(page, /kind=clarification.*\nThe sum has no taxes\.\n:::$/);
  await update(page);
  await expect(page.getByText('News updated successfully')).toBeVisible();
  const saved = (await editor.get(`/api/admin/${story.id}`)).body;
  expect([saved.news_title, saved.version]).toEqual(['The canal costs 14 lakh', 4]);
  expect(saved.news_description.match(/:::correction/g)).toHaveLength(2);
});
