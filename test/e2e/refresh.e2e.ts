import type { Page } from '@playwright/test';
import { createStory } from '../factories/stories.ts';
import { expect, test, waitForHydration } from './fixtures.ts';

// The board and category pages refresh their news when a reader returns to them.

const focus = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

/** Records the requests for page data as they are sent. */
function requests(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.data')) sent.push(pathname);
  });
  return sent;
}

async function open(page: Page, path: string) {
  await page.clock.install();
  await page.goto(path);
  await waitForHydration(page);
}

for (const path of ['/news', '/category/sports-news', '/category/sports-news/subcategory/cricket', '/hi/news'])
  test(`${path} refreshes when the window gets the focus, but not within a minute`, async ({ page, site }) => {
    const editor = await site.as('editor');
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) await createStory(editor, { news_title: `Rain ${n}` });
    const sent = requests(page);
    await open(page, path);
    await page.evaluate(() => scrollTo(0, 300));
    const link = page.getByRole('main').getByRole('link', { name: 'Rain 3' });
    await link.focus();
    const place = await page.evaluate(() => scrollY);
    await createStory(editor, { news_title: 'Sun' });
    const sun = page.getByRole('heading', { name: 'Sun', exact: true });
    await page.clock.fastForward(40_000);
    await focus(page);
    await page.clock.fastForward(15_000);
    expect(sent).toEqual([]);
    await expect(sun).toHaveCount(0);
    await page.clock.fastForward(10_000);
    for (let n = 0; n < 10; n++) await focus(page);
    await expect(sun).toBeVisible();
    expect(sent).toEqual([`${path}.data`, `${path}.data`]); // the second is the router's, answered by the first
    await expect(link).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(place);
    expect(await page.locator('.loading-note').textContent()).toBe('');
    for (let n = 0; n < 10; n++) await focus(page);
    await page.clock.fastForward(30_000);
    await focus(page);
    expect(sent).toHaveLength(2);
  });

test('the board refreshes once online again, and not while offline', async ({ page, context, site, consoleErrors }) => {
  const editor = await site.as('editor');
  await createStory(editor, { news_title: 'Rain' });
  const sent = requests(page);
  await open(page, '/news');
  await context.setOffline(true);
  await page.clock.fastForward(70_000);
  await focus(page);
  await createStory(editor, { news_title: 'Sun' });
  expect(sent).toEqual([]);
  // A connection that only seems to be back must not remove what is on the screen.
  await page.route(/\.data(\?|$)/, (route) => route.abort());
  await context.setOffline(false);
  await expect.poll(() => sent.length).toBe(1);
  await focus(page);
  await expect(page.getByRole('heading', { name: 'Rain' })).toBeVisible();
  expect(sent).toHaveLength(1);
  await page.unroute(/\.data(\?|$)/);
  await page.clock.fastForward(11_000);
  await focus(page);
  await expect(page.getByRole('heading', { name: 'Sun' })).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('a refresh keeps an open menu open, and older pages are not refreshed', async ({ page, site }) => {
  test.slow();
  const editor = await site.as('editor');
  for (let n = 0; n < 26; n++) await createStory(editor, { news_title: `Rain ${n}` });
  await open(page, '/category/sports-news');
  await page.getByLabel('Language').click();
  await page.clock.fastForward(70_000);
  await createStory(editor, { news_title: 'Sun' });
  await focus(page);
  await expect(page.getByRole('heading', { name: 'Sun' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'தமிழ்' })).toBeVisible();
  await page.keyboard.press('Escape');
  const older = page.getByRole('main').locator('a[rel="next"]');
  await older.click();
  await expect(page).toHaveURL(/after=/);
  const sent = requests(page);
  await page.clock.fastForward(70_000);
  await focus(page);
  await page.clock.fastForward(1000);
  expect(sent).toEqual([]);
});

test('an editor’s board is not refreshed during a drag or with an unsaved layout', async ({ page, login }) => {
  const editor = await login('editor');
  for (const name of ['c', 'b', 'a']) await createStory(editor, { news_title: `Sport ${name}` });
  const sent = requests(page);
  await open(page, '/admin-news');
  await expect(page.locator('.card-tools').first()).toBeVisible();
  const headings = page.getByRole('region', { name: 'Sports News' }).getByRole('heading', { level: 3 });
  await page.clock.fastForward(70_000);
  await headings.first().hover();
  await page.mouse.down();
  await headings.nth(1).hover();
  await headings.nth(2).hover();
  await expect(page.locator('.dragged')).toBeVisible();
  await focus(page);
  await page.clock.fastForward(1000);
  expect(sent).toEqual([]);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.reload();
  await expect(page.locator('.card-tools').first()).toBeVisible();
  await page.getByRole('button', { name: 'Move down: Sport a' }).click();
  await expect(headings).toHaveText(['Sport b', 'Sport a', 'Sport c']);
  await createStory(editor, { news_title: 'Sport d' });
  await page.clock.fastForward(70_000);
  await focus(page);
  await page.clock.fastForward(1000);
  expect(sent).toEqual([]);
  await expect(headings).toHaveText(['Sport b', 'Sport a', 'Sport c']);
  await page.getByRole('button', { name: 'Discard' }).click();
  await focus(page);
  await expect(headings).toHaveText(['Sport d', 'Sport a', 'Sport b', 'Sport c']);
});
