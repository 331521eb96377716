import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';

test('the front and a section show the stories of the page’s language first; a reader chooses another order', {
  tag: '@core',
}, async ({ page, site, checkAccessibility }) => {
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

test('a reader’s order of languages holds on the next list too, without changing pages for others', async ({
  page,
  site,
}) => {
  const editor = await site.as('editor');
  await createStory(editor, { news_title: 'बाढ़ उतरी', language: 'hi' });
  const { id } = await createStory(editor, { news_title: 'The flood recedes' });
  await page.goto('/hi/news');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'केवल हिन्दी' }).click();
  await expect(page).toHaveURL('/hi/news?languages=only');
  await main.getByRole('link', { name: 'खेल समाचार' }).first().click();
  await expect(page).toHaveURL('/hi/category/sports-news?languages=only');
  await expect(main.getByRole('link', { name: 'The flood recedes' })).toHaveCount(0);
  await page.goto(`/hi/news/${id}`); // a story has no order
  await main.getByRole('link', { name: 'खेल समाचार' }).first().click();
  await expect(page).toHaveURL('/hi/category/sports-news?languages=only');
  // Another choice replaces it, also in links that were followed before.
  await main.getByRole('link', { name: 'सभी भाषाएँ' }).click();
  await expect(page).toHaveURL('/hi/category/sports-news?languages=all');
  await main.getByRole('link', { name: 'खेल समाचार' }).first().click();
  await expect(page).toHaveURL('/hi/category/sports-news?languages=all');
  await page.getByRole('banner').getByRole('searchbox').fill('flood');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/hi/search?q=flood&languages=all');
});

test('a search shows results in the page’s language first, and others under a heading', async ({
  page,
  site,
  checkAccessibility,
}) => {
  const editor = await site.as('editor');
  const other = { news_category: 'Health', news_sub_category: 'Disease' };
  await createStory(editor, { ...other, news_title: 'Jetty में नई नाव', language: 'hi' });
  await createStory(editor, { ...other, news_title: 'A jetty for Kochi' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/hi/search?q=jetty');
  const others = page.getByRole('region', { name: 'दूसरी भाषाओं में' });
  await expect(others.getByRole('link', { name: 'A jetty for Kochi' })).toBeVisible();
  await expect(others.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article').first()).toContainText('Jetty में नई नाव');
  await checkAccessibility();
  await page.getByRole('link', { name: 'केवल हिन्दी' }).click();
  await expect(page).toHaveURL('/hi/search?q=jetty&languages=only');
  await expect(others).toBeHidden();
  // The choice holds for the next words, and is one link away.
  await page.getByRole('combobox').first().press('Enter');
  await expect(page).toHaveURL(/languages=only/);
  await page.getByRole('link', { name: 'सभी भाषाएँ' }).press('Enter');
  await expect(page.getByRole('link', { name: 'A jetty for Kochi' })).toBeVisible();
  await expect(others).toBeHidden();
});
