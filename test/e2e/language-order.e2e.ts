import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';

test('the front and a section show the stories of the page’s language first; a reader chooses another order', async ({
  page,
  site,
  checkAccessibility,
}) => {
  const editor = await site.as('editor');
  await createStory(editor, { news_title: 'नाव फिर चलेगी', language: 'hi' });
  await createStory(editor, { news_title: 'The ferry is back' });
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/hi/news', '/hi/category/sports-news']) {
    await page.goto(path);
    const main = page.getByRole('main');
    const others = page.getByRole('region', { name: 'दूसरी भाषाओं में' });
    await expect(others.getByRole('link', { name: 'The ferry is back' })).toBeVisible();
    await expect(others.getByRole('link', { name: 'नाव फिर चलेगी' })).toHaveCount(0);
    await expect(main.getByRole('link', { name: 'नाव फिर चलेगी' })).toBeVisible();
    await checkAccessibility();
    const choice = page.getByRole('navigation', { name: 'भाषाओं का क्रम' });
    await expect(choice.locator('[aria-current]')).toHaveText('पहले हिन्दी');
    await choice.getByRole('link', { name: 'केवल हिन्दी' }).click();
    await expect(others).toBeHidden();
    await expect(page).toHaveURL(`${path}?languages=only`);
    await choice.getByRole('link', { name: 'सभी भाषाएँ' }).press('Enter');
    await expect(main.getByRole('link', { name: 'The ferry is back' })).toBeVisible();
    await expect(others).toBeHidden();
  }
  // Where all stories are in one language there is nothing to choose.
  await page.goto('/category/sports-news?languages=first');
  await expect(page.getByRole('navigation', { name: 'Order of languages' })).toBeVisible();
  await page.goto('/gu/news');
  await expect(page.getByRole('main').getByRole('link', { name: 'The ferry is back' })).toBeVisible();
});
