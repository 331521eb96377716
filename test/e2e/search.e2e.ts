import type { Page } from '@playwright/test';
import { pdfFile } from '../factories/pdfs.ts';
import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import type { TestSite } from '../site.ts';
import { expect, test, waitForHydration } from './fixtures.ts';

/** Creates four stories in two scripts. Returns the id of the one about the harbour. */
async function fillPaper(site: TestSite): Promise<number> {
  const editor = await site.as('editor');
  await createStory(editor, {
    news_title: 'Budget leaves harbour untouched',
    news_category: 'Business',
    news_sub_category: 'Budget',
  });
  await createStory(editor, {
    news_title: 'नगर निगम चुनावों की तारीख़ तय',
    language: 'hi',
    news_description: 'राज्य में चुनाव अगले महीने होंगे, आयोग ने कहा।',
  });
  await createStory(editor, { news_title: 'Fog at dawn', news_description: 'Nobody saw the coast.' });
  const { id } = await createStory(editor, {
    news_title: 'Harbour pilots end their strike',
    news_description:
      'Ships had waited for six days.\n\nThe <b>harbour</b> master thanked both sides; pilots return on Monday.',
    image: await pictureFile(),
  });
  return id;
}

const field = (page: Page) => page.getByRole('combobox', { name: 'Search News Wing' });
const results = (page: Page) => page.getByRole('region', { name: 'Results' }).getByRole('article');

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form searches, filters and marks matches', { tag: '@core' }, async ({ page, site }) => {
    await fillPaper(site);
    await page.goto('/news');
    await page.getByRole('searchbox', { name: 'Search' }).fill('harbour');
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 results for “harbour”')).toBeVisible();
    await expect(results(page)).toHaveCount(2);
    await expect(results(page).first().locator('mark').first()).toHaveText('Harbour');
    await expect(page.getByText('The <b>harbour</b> master')).toBeVisible();
    await page.getByText('Filters').click();
    await page.getByLabel('Category').selectOption('Business');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(results(page)).toHaveCount(1);
    await page.getByRole('link', { name: 'Budget leaves harbour untouched' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Budget leaves harbour untouched');
  });
});

test('a reader types, gets words and titles as suggestions, and chooses by keyboard', { tag: '@core' }, async ({
  page,
  site,
  checkAccessibility,
}) => {
  const id = await fillPaper(site);
  await page.goto('/search');
  await expect(page.getByText('What are you looking for?')).toBeVisible();
  await checkAccessibility();
  await field(page).pressSequentially('harb');
  const offered = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await expect(offered).toHaveText(['harbour', /^Harbour pilots end their strike/, /^Budget leaves harbour/]);
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  await checkAccessibility();
  await page.keyboard.press('ArrowDown');
  await expect(offered.first()).toHaveAttribute('aria-selected', 'true');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await offered.first().getAttribute('id')) ?? '');
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=harbour&kind=&category=&from=&to=');
  await expect(results(page)).toHaveCount(2);
  await checkAccessibility();
  await field(page).fill('harbour pil');
  await expect(offered.last()).toHaveText(/^Harbour pilots end/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/news/${id}`);
});

test('Latin letters match Devanagari, a typo is corrected, and the dark theme has enough contrast', async ({
  page,
  site,
  checkAccessibility,
}) => {
  await fillPaper(site);
  await page.goto('/search');
  await field(page).fill('chunav');
  await page.keyboard.press('Enter');
  await expect(results(page).getByRole('link')).toHaveText(['नगर निगम चुनावों की तारीख़ तय']);
  await expect(results(page).locator('mark').first()).toHaveText('चुनावों');
  await field(page).fill('harbuor pilots');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('These are results for “harbour pilots”.')).toBeVisible();
  await checkAccessibility(page, ['dark']);
});

test('a result keeps its language’s direction, has a translated category, and opens at its page', async ({
  page,
  site,
}) => {
  const editor = await site.as('editor');
  await createStory(editor, { news_title: 'شہر میں بارش', language: 'ur', author: 'Noor' });
  const edition = await editor.form('POST', '/api/upload-pdf', {
    pdf: pdfFile('weekly.pdf', ['Weather', 'Noor on the river']),
    category: 'weekly',
  });
  const found = page.getByRole('main').getByRole('article');
  await expect(async () => {
    await page.goto('/hi/search?q=noor');
    await expect(found).toHaveCount(2, { timeout: 500 });
  }).toPass({ timeout: 20_000 });
  const urdu = found.filter({ hasText: 'شہر میں بارش' });
  await expect(urdu.getByText('खेल समाचार')).toBeVisible();
  await expect(urdu.getByRole('heading')).toHaveAttribute('lang', 'ur');
  await expect(urdu.getByRole('heading')).toHaveAttribute('dir', 'rtl');
  await found.filter({ hasNotText: 'شہر میں بارش' }).getByRole('link').click();
  await expect(page).toHaveURL(`/hi/e-paper/${edition.body.data.id}?q=noor&page=2`);
});

test('no results offer a next step; filters are shown and cleared', async ({ page, site, checkAccessibility }) => {
  await fillPaper(site);
  await page.goto('/search?q=harbour&category=health&from=not-a-day');
  await expect(page.getByText('Nothing was found for “harbour”.')).toBeVisible();
  await expect(page.getByLabel('Category')).toHaveValue('health');
  await checkAccessibility();
  await page.getByRole('link', { name: 'Search everywhere and at any time' }).click();
  await expect(results(page)).toHaveCount(2);
  await page.goto('/search?q=xqzvw');
  await expect(page.getByText('Try fewer or other words')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sports News' }).click();
  await expect(page).toHaveURL('/category/sports-news');
  await page.goto('/search?q=cricket');
  await checkAccessibility();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Sports News – Cricket' }).click();
  await expect(page).toHaveURL('/category/sports-news/subcategory/cricket');
});

test('a failed search shows an error', async ({ page, site, consoleErrors, checkAccessibility }) => {
  await fillPaper(site);
  await page.goto('/search');
  await waitForHydration(page);
  await page.route('**/search.data**', (route) => route.fulfill({ status: 500, body: 'no' }));
  await field(page).fill('harbour');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('The search did not work. Please try again.');
  await checkAccessibility();
  consoleErrors.length = 0; // the browser logs the failure too
});
