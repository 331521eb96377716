import type { Locator, Page } from '@playwright/test';
import { createStory } from '../factories/stories.ts';
import { expect, test, waitForHydration } from './fixtures.ts';

// The loading note between a click on a link and the next page.

const above = async (upper: Locator, lower: Locator) => {
  const [a, b] = [await upper.boundingBox(), await lower.boundingBox()];
  return a !== null && b !== null && a.y + a.height <= b.y;
};
const note = (page: Page) => page.locator('.loading-note');

/** Delays the data of every further page between `hold` and `release`. */
async function slowLine(page: Page) {
  let open = () => {};
  let gate = Promise.resolve();
  await page.route(/\.data(\?|$)/, async (route) => {
    await gate;
    await route.continue();
  });
  return {
    hold: () => {
      gate = new Promise((done) => {
        open = done;
      });
    },
    release: () => open(),
  };
}

/** Records the announcements to screen readers. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const announced: string[] = [];
    Object.assign(window, { announced });
    const status = document.querySelector('.loading-note') as Element; // in the layout of every page
    new MutationObserver(() => status.textContent && announced.push(status.textContent)).observe(status, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
const announced = (page: Page) => page.evaluate(() => (window as unknown as { announced: string[] }).announced);

const top = (page: Page) => page.getByRole('main').evaluate((main) => main.getBoundingClientRect().top + scrollY);

test('links, Back and forms announce once that a page is loading, and shift no layout', async ({ page, site }) => {
  test.slow();
  const { id } = await createStory(await site.as('editor'), { news_title: 'Rain' });
  await page.goto('/news');
  await waitForHydration(page);
  const line = await slowLine(page);
  await listen(page);
  expect(await note(page).getAttribute('role')).toBe('status');
  const steps: [string, string, () => Promise<unknown>, string | RegExp][] = [
    ['a link', 'Loading...', () => page.getByRole('link', { name: 'Rain' }).click(), `/news/${id}`],
    ['back', 'Loading...', () => page.evaluate(() => history.back()), '/news'],
    [
      'the e-paper',
      'Loading PDFs...',
      () => page.getByRole('link', { name: 'E-paper', exact: true }).click(),
      '/e-paper',
    ],
    [
      'research',
      'Loading...',
      () => page.getByRole('contentinfo').getByRole('link', { name: 'Publication' }).click(),
      /publication|login/,
    ],
    ['forward again', 'Loading PDFs...', () => page.evaluate(() => history.back()), '/e-paper'],
  ];
  const check = async ([what, words, press, address]: (typeof steps)[number]) => {
    const before = await announced(page);
    line.hold();
    const place = await top(page);
    await press();
    await expect(note(page), what).toHaveText(words);
    await expect(note(page).locator('span')).toBeInViewport();
    expect(await above(page.locator('.category-bar'), note(page).locator('span')), what).toBe(true);
    expect(await top(page), what).toBe(place);
    line.release();
    await expect(page, what).toHaveURL(address);
    await expect(note(page), what).toHaveText('');
    expect((await announced(page)).slice(before.length), what).toEqual([words]);
  };
  for (const step of steps) await check(step);
  await page.goto('/search?q=rain');
  await waitForHydration(page);
  await listen(page);
  await check([
    'a search again',
    'Loading...',
    async () => {
      const field = page.getByRole('main').locator('input[name="q"]');
      await field.fill('sun');
      await field.press('Enter');
    },
    /q=sun/,
  ]);
});

test('a fast response shows no loading note', async ({ page, site }) => {
  const { id } = await createStory(await site.as('editor'), { news_title: 'Rain' });
  await page.clock.install();
  await page.goto('/news');
  await waitForHydration(page);
  const line = await slowLine(page);
  await listen(page);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  // The clock is paused, so the 150 ms never elapse, however long this takes.
  await page.getByRole('link', { name: 'Rain' }).click();
  await expect(page).toHaveURL(`/news/${id}`);
  line.hold();
  const request = page.waitForRequest(/\.data/);
  await page.evaluate(() => history.back());
  await request;
  await page.clock.runFor(100);
  expect(await announced(page)).toEqual([]);
  await page.clock.runFor(100);
  await expect(note(page)).toHaveText('Loading...');
  line.release();
  await expect(page).toHaveURL('/news');
  await expect(note(page)).toHaveText('');
  await page.clock.resume();
});

test('the loading note is in the language of the page', async ({ page, checkAccessibility }) => {
  await page.goto('/hi/news');
  await waitForHydration(page);
  const line = await slowLine(page);
  line.hold();
  await page.getByRole('navigation').getByRole('link', { name: 'ई-पेपर' }).first().click();
  await expect(note(page)).toHaveText('PDF लोड हो रही हैं…');
  await checkAccessibility();
  line.release();
  await expect(page).toHaveURL('/hi/e-paper');
});
