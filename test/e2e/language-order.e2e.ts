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
    const choice = page.getByRole('navigation', { name: 'दिखने वाली ख़बरें' });
    await expect(choice.locator('[aria-current]')).toHaveText('पहले हिन्दी');
    await choice.getByRole('link', { name: 'केवल हिन्दी' }).click();
    await expect(others).toBeHidden();
    await expect(page).toHaveURL(`${path}?languages=only`);
    await choice.getByRole('link', { name: 'सभी भाषाएँ' }).press('Enter');
    await expect(main.getByRole('link', { name: 'The ferry is back' })).toBeVisible();
    await expect(others).toBeHidden();
  }
  // Without stories in the page's language there is nothing to choose.
  for (const path of ['/gu/news', '/gu/category/sports-news']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('link', { name: 'The ferry is back' })).toBeVisible();
    await expect(page.locator('[href*="languages="]')).toHaveCount(0);
  }
});
