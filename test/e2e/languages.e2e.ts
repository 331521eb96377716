import type { Page } from '@playwright/test';
import { type Language, languages, pathIn, siteLanguages } from '#src/messages/languages.ts';
import { pdfFile, picked } from '../factories/documents.ts';
import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';
import { translator } from './texts.ts';

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

for (const language of ['hi', 'ur'] satisfies Language[])
  test(`${language}: a reader goes from the board to a story, a category, a form error, login and submission`, async ({
    page,
    site,
    checkAccessibility,
  }) => {
    const t = translator(language);
    const { id } = await createStory(await site.as('editor'), { news_title: 'Nets at dawn' });
    const scripts: string[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.url());
    });
    await page.goto(`/${language}/news`);
    const { direction } = languages[language];
    expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe(direction);
    await expect(page.getByRole('region', { name: t('categories.sports-news') })).toBeVisible();
    await checkAccessibility();

    await page.getByRole('link', { name: 'Nets at dawn' }).click();
    await expect(page).toHaveURL(`/${language}/news/${id}`);
    // A story keeps the direction of its own language.
    const headline = page.getByRole('heading', { level: 1, name: 'Nets at dawn' });
    await expect(headline).toHaveCSS('direction', 'ltr');
    await checkAccessibility();

    await page
      .getByRole('article')
      .first()
      .getByRole('link', { name: t('categories.sports-news') })
      .click();
    await expect(page).toHaveURL(`/${language}/category/sports-news`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('categories.sports-news'));
    await checkAccessibility();

    await page.getByLabel(t('shell.avatarMenu')).click();
    await page.getByRole('link', { name: t('shell.register') }).click();
    await expect(page).toHaveURL(`/${language}/register`);
    await page.getByRole('button', { name: t('accounts.register'), exact: true }).click();
    await expect(page.getByText(t('errors.required'))).toHaveCount(6);
    await checkAccessibility();

    const reader = await site.createUser('reader');
    await page.goto(`/${language}/login`);
    await page.getByLabel(t('accounts.email')).fill(reader.email);
    await page.getByLabel(t('accounts.password')).fill('not this one');
    await page.getByRole('button', { name: t('accounts.login'), exact: true }).click();
    await expect(page.getByText(t('accounts.invalidCredentials')).first()).toBeVisible();
    await checkAccessibility();
    await page.getByLabel(t('accounts.password')).fill('correct horse battery');
    await page.getByRole('button', { name: t('accounts.login'), exact: true }).click();
    await expect(page.getByText(t('accounts.loginSuccess'))).toBeVisible();
    await expect(page).toHaveURL(`/${language}/news`);

    await page.goto(`/${language}/publication`);
    await page.getByLabel(t('submissions.type')).selectOption('letter');
    for (const label of [t('submissions.bonafideFile'), t('submissions.essayFile')])
      await page.getByLabel(label).setInputFiles(await picked(pdfFile()));
    await page.getByRole('button', { name: t('submissions.submit'), exact: true }).click();
    await expect(page.getByText(t('submissions.submitted'))).toBeVisible();
    await checkAccessibility();
    const english = await otherCatalogues(page, scripts, language);
    expect(english).toEqual([]);
  });

/** Returns the scripts that contain a text of another language's catalogue. */
async function otherCatalogues(page: Page, urls: string[], language: Language) {
  const others = siteLanguages.filter((other) => other !== language).map((other) => translator(other)('shell.skip'));
  const texts = await Promise.all(urls.map(async (url) => [url, await (await page.request.get(url)).text()] as const));
  return texts.filter(([, text]) => others.some((sentence) => text.includes(sentence))).map(([url]) => url);
}

// The query string is carried over into the other language.
const place = '?after=4000000000000-7';

test('the language menu by keyboard keeps page and query, and the home page remembers it', { tag: '@core' }, async ({
  page,
  site,
}) => {
  await createStory(await site.as('editor'));
  await page.goto(`/category/sports-news${place}`);
  await page.getByLabel('Language').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'English' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/hi/category/sports-news${place}`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('खेल समाचार');

  await page.goto('/?from=mail');
  await expect(page).toHaveURL('/hi?from=mail');
  // Any other URL determines its own language.
  await page.goto('/news');
  await expect(page).toHaveURL('/news');
  await page.getByLabel('Language').click();
  await page.getByRole('link', { name: 'English' }).click();
  await page.goto('/');
  await expect(page).toHaveURL('/');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the language menu leads to the same page', async ({ page }) => {
    await page.goto(`/bn/category/india${place}`);
    await page.getByLabel(translator('bn')('shell.language')).click();
    await page.getByRole('link', { name: 'اردو' }).click();
    await expect(page).toHaveURL(`/ur/category/india${place}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ہندوستان');
  });
});

test('opening the language menu loads no font, and an English page only Latin ones', async ({ page, site }) => {
  await createStory(await site.as('editor'));
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url());
  });
  await page.goto('/news');
  await page.getByLabel('Language').click();
  await expect(page.getByRole('link', { name: 'தமிழ்' })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(fonts.filter((url) => !/(source-serif-4|inter)-latin/.test(url))).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('nothing is wider than the screen in any language', async ({ page, site }) => {
    const { id } = await createStory(await site.as('editor'));
    for (const language of siteLanguages)
      for (const path of ['/news', `/news/${id}`, '/category/entertainment', '/register', '/e-paper', '/payment']) {
        await page.goto(pathIn(language, path));
        expect(await width(page), `${language} ${path}`).toBeLessThanOrEqual(360);
      }
  });
});

test('a story links to its translations, and offers the one in the reader’s language', async ({
  page,
  site,
  checkAccessibility,
}) => {
  const editor = await site.as('editor');
  const english = await createStory(editor, { news_title: 'Nets at dawn' });
  const hindi = await createStory(editor, { news_title: 'भोर में नेट', language: 'hi', version_of: english.id });
  await page.goto(`/hi/news/${english.id}`);
  await checkAccessibility();
  await page.getByRole('link', { name: 'यह ख़बर हिन्दी में पढ़ें' }).click();
  await expect(page).toHaveURL(`/hi/news/${hindi.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('भोर में नेट');
  await page.getByRole('main').getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(`/hi/news/${english.id}`);
});
