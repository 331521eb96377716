import { createStory } from '../factories/stories.ts';
import { expect, test, waitForHydration } from './fixtures.ts';

const hourMs = 3_600_000;

test('cards show the date, and with scripts the age of the first day in the page’s language', async ({
  page,
  site,
}) => {
  const editor = await site.as('editor');
  await createStory(editor, { news_title: 'घाट की नाव फिर चली', language: 'hi' });
  for (const path of ['/hi/news', '/hi/category/sports-news', '/hi/category/sports-news/subcategory/cricket']) {
    // Cached pages are shared, so the HTML has the date.
    const html = await (await page.request.get(path)).text();
    const [, instant = '', date = ''] = /<time dateTime="([^"]+)">([^<]+)<\/time>/.exec(html) ?? [];
    expect(Date.now() - Date.parse(instant)).toBeLessThan(hourMs);
    expect(date).toMatch(/^\d+ \p{Script=Devanagari}+ \d{4}$/u);
    await page.goto(path);
    await waitForHydration(page);
    const card = page.getByRole('main').getByRole('article').filter({ hasText: 'घाट की नाव' }).first();
    await expect(card.getByRole('time')).toHaveText(/मिनट/);
  }
  // Three hours later, and a day later.
  await page.clock.install({ time: Date.now() + 3.5 * hourMs });
  await page.goto('/hi/news');
  const time = page.getByRole('main').getByRole('time').first();
  await expect(time).toHaveText('3 घंटे पहले');
  const height = () =>
    page
      .getByRole('article')
      .first()
      .evaluate((node) => node.clientHeight);
  const before = await height();
  await page.clock.fastForward(22 * hourMs);
  await expect(time).toHaveText(/\d{4}$/);
  expect(await height()).toBe(before);
});

test('no toast is printed', async ({ page }) => {
  await page.goto('/login');
  await waitForHydration(page);
  await page.getByLabel('Email').fill('nobody@readers.test');
  await page.getByLabel('Password').fill('not his password');
  await page.getByRole('button', { name: 'Login' }).click();
  const toast = page.locator('.Toastify__toast');
  await expect(toast).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(toast).toBeHidden();
});
