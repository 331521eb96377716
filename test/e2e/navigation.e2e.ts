import { createStory } from '../factories/stories.ts';
import { expect, test, waitForHydration } from './fixtures.ts';

test('the news has the nameplate as its header, other pages the site navigation', async ({ page, site }) => {
  const editor = await site.as('editor');
  const { id } = await createStory(editor);
  const siteNav = page.getByRole('navigation', { name: 'Site' });
  for (const path of ['/news', `/news/${id}`]) {
    await page.goto(path);
    await expect(siteNav).toBeHidden();
    await expect(page.locator('.nameplate')).toBeVisible();
  }
  for (const path of ['/category/india', '/newsletter', '/admin']) {
    await page.goto(path);
    await expect(siteNav).toBeVisible();
    await expect(page.locator('.nameplate')).toBeHidden();
  }
  const bar = page.getByRole('navigation', { name: 'News categories' });
  await expect(bar.getByRole('link').filter({ visible: true })).toHaveText([
    'E-paper',
    'Home',
    'Sports News',
    'Business',
    'Current News',
    'India',
    'Health',
    'Entertainment',
    'Education',
    'Others',
  ]);
  await expect(bar.getByRole('link', { name: 'Home' }).filter({ visible: true })).toHaveAttribute('href', '/news');
  const today = new Intl.DateTimeFormat('en-IN', { dateStyle: 'short', timeZone: 'Asia/Kolkata' }).format();
  await expect(page.getByText(today, { exact: true })).toBeVisible();
});

test('a menu closes on a click elsewhere, on Escape and on a choice', async ({ page }) => {
  await page.goto('/category/india');
  const education = page.getByRole('link', { name: 'Universities' });
  await page.getByText('Higher Educations & Research').click();
  await expect(education).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(education).toBeHidden();
  await page.getByText('Higher Educations & Research').click();
  await page.keyboard.press('Escape');
  await expect(education).toBeHidden();
  await page.getByLabel('Your account').click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByText('You are not logged in')).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('a link navigates client-side, and Back returns', { tag: '@core' }, async ({ page, site }) => {
  const { id } = await createStory(await site.as('editor'), { news_title: 'Quick' });
  await page.goto('/news');
  await waitForHydration(page);
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await page.getByRole('link', { name: 'Quick' }).click();
  await expect(page).toHaveURL(`/news/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quick');
  await page.goBack();
  await expect(page).toHaveURL('/news');
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
});

test('the bar of the news moves no line below it when it sticks to the top', async ({ page, site }) => {
  const editor = await site.as('editor');
  for (let n = 0; n < 12; n++) await createStory(editor);
  const bar = page.getByRole('navigation', { name: 'News categories' });
  const wordmark = bar.getByRole('link', { name: 'News Wing' });
  const height = () => bar.evaluate((element) => element.getBoundingClientRect().height);
  for (const width of [360, 1024, 1280]) {
    await page.setViewportSize({ width, height: 600 });
    await page.goto('/news');
    await waitForHydration(page);
    await page.evaluate(() => scrollTo(0, 0));
    await expect(wordmark).toBeHidden();
    const before = await height();
    await page.evaluate(() => scrollTo(0, 700));
    await expect(wordmark).toBeVisible();
    expect(await height(), `at ${width} px`).toBe(before);
  }
});

// pages/metadata.test.ts checks the heads of documents.
test('a page reached by client-side navigation has its own head', async ({ page, site }) => {
  const { id } = await createStory(await site.as('editor'), { news_title: 'Rain' });
  await page.goto('/news');
  await page.getByRole('link', { name: 'Rain' }).click();
  await expect(page).toHaveURL(`/news/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rain');
  await expect(page).toHaveTitle(/^Rain/);
  for (const [selector, attribute, value] of [
    ['link[rel="canonical"]', 'href', new RegExp(`/news/${id}$`)],
    ['meta[property="og:url"]', 'content', new RegExp(`/news/${id}$`)],
    ['meta[property="og:type"]', 'content', 'article'],
    ['meta[property="og:title"]', 'content', 'Rain'],
    ['meta[name="twitter:card"]', 'content', 'summary_large_image'],
  ] as const)
    await expect(page.locator(selector)).toHaveAttribute(attribute, value); // fails if there are two
});
