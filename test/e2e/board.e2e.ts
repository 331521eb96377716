import type { Page } from '@playwright/test';
import { pictureWidths } from '#src/platform/documents/pictures.ts';
import { fillBoard, sectionSizes } from '../factories/boards.ts';
import { createStory } from '../factories/stories.ts';
import { expect, test, waitForHydration } from './fixtures.ts';

// Board layout: see docs/decisions/094.

const widths = [360, 768, 1280, 1920];
const wide = 1152;

/** Returns the positions of a section's parts, in page px. */
const measure = (page: Page, section: string) =>
  page.getByRole('region', { name: section }).evaluate((element) => {
    const box = (it: Element) => {
      const { left, right, top, bottom, width } = it.getBoundingClientRect();
      return { left, right, top: top + scrollY, bottom: bottom + scrollY, width };
    };
    const stories = [...element.querySelectorAll('article')].map((article) => {
      const picture = article.querySelector('img');
      const summary = article.querySelector('.story-summary');
      const { lineHeight } = getComputedStyle(summary ?? article);
      return {
        ...box(article),
        text: article.innerText,
        framed: ['Top', 'Right', 'Bottom', 'Left'].every(
          (side) => getComputedStyle(article)[`border${side}Width` as 'borderTopWidth'] !== '0px',
        ),
        picture: picture ? box(picture).width : 0,
        lines: summary ? summary.getBoundingClientRect().height / Number.parseFloat(lineHeight) : 0,
        listed: article.closest('li') !== null,
      };
    });
    return { ...box(element), stories };
  });

const overlap = (a: Box, b: Box) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

test('a section is a grid of four cards and a column of rows, each with all parts of a story', async ({
  page,
  site,
  checkAccessibility,
}) => {
  test.slow();
  await fillBoard(site);
  // Together, since the board is filled with several languages.
  for (const path of ['/news?languages=all', '/ur/news?languages=all'])
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await page.evaluate(() => document.fonts.ready);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const regions = page.getByRole('main').getByRole('region');
      await expect(regions).toHaveCount(Object.keys(sectionSizes).length);
      for (const [index, size] of Object.values(sectionSizes).entries()) {
        const name = (await regions.nth(index).getAttribute('aria-label')) ?? '';
        const at = `${path} ${width} ${name}`;
        const { stories, left, right } = await measure(page, name);
        expect(stories, at).toHaveLength(size);
        const [lead, ...others] = stories;
        expect(lead?.framed, at).toBe(true);
        for (const [place, story] of stories.entries()) {
          expect(story.listed, at).toBe(place >= 4);
          expect(story.text, at).toContain('Ferries');
          expect(story.lines, `${at} ${place}`).toBeGreaterThan(0.9);
          expect(Math.abs(story.lines - Math.round(story.lines)), `${at} ${place}: whole lines`).toBeLessThan(0.05);
          expect(story.left, at).toBeGreaterThanOrEqual(left - 0.5);
          expect(story.right, at).toBeLessThanOrEqual(right + 0.5);
          if (place > 0) expect(story.framed, at).toBe(false);
          if (place > 0 && lead?.picture) expect(story.picture, at).toBeLessThan(lead.picture);
          for (const other of stories.slice(place + 1)) expect(overlap(story, other), at).toBe(false);
        }
        const rows = others.filter(({ listed }) => listed);
        const cards = stories.filter(({ listed }) => !listed);
        for (const [place, row] of rows.entries()) {
          expect(row.left, at).toBeCloseTo(rows[0]?.left ?? 0, 0);
          expect(row.top, at).toBeGreaterThanOrEqual(rows[place - 1]?.bottom ?? 0);
          if (width < 768) expect(row.lines, at).toBeLessThan(2.05);
        }
        // The list is a column beside the grid on wide screens, and below it on others.
        const rtl = path.startsWith('/ur');
        const grid = {
          start: Math.min(...cards.map((it) => it.left)),
          end: Math.max(...cards.map((it) => it.right)),
          bottom: Math.max(...cards.map((it) => it.bottom)),
        };
        const [row] = rows;
        if (row && width >= wide) {
          if (rtl) expect(row.right, at).toBeLessThan(grid.start);
          else expect(row.left, at).toBeGreaterThan(grid.end);
        } else if (row) expect(row.top, at).toBeGreaterThanOrEqual(grid.bottom);
      }
      if (width === 360 || width === 1280) await checkAccessibility();
    }
});

const screens = [
  [360, 3],
  [1280, 1],
  ...(process.env.THOROUGH
    ? ([
        [768, 2],
        [1280, 2],
        [1920, 1],
      ] as const)
    : []),
] as const;

/** Records layout shifts of the main content. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null }[];
      })[])
        if (entry.sources.some(({ node }) => document.querySelector('main')?.contains(node))) shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
const shiftOf = async (page: Page) => {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  return shifts.reduce((sum, it) => sum + it, 0);
};

test('each picture file fits its displayed size on every screen, and loading it shifts no layout', async ({
  browser,
  site,
}) => {
  test.slow();
  await fillBoard(site);
  for (const [width, deviceScaleFactor] of screens) {
    const viewport = { width, height: 900 };
    const context = await browser.newContext({ baseURL: site.address, viewport, deviceScaleFactor });
    const page = await context.newPage();
    // A font that arrives after the first paint shifts lines a little, whatever the pictures do.
    await page.route('**/*.woff2', (route) => route.abort());
    await recordShifts(page);
    await page.goto('/news?languages=all');
    await waitForHydration(page);
    const pictures = page.getByRole('main').locator('img');
    const shown: { file: string; width: number; cover: number }[] = [];
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      const found = await picture.evaluate(async (it: HTMLImageElement) => {
        await it.decode();
        const { width, height } = it.getBoundingClientRect();
        return { file: it.currentSrc, width, cover: Math.max(width, height * 1.5) };
      });
      shown.push(found);
    }
    expect(shown.length).toBeGreaterThan(30);
    for (const { file, width, cover } of shown) {
      const used = Number(/-(\d+)\.avif$/.exec(file)?.[1]);
      const fileFor = (px: number) => pictureWidths.find((it) => it >= px) ?? 1280;
      // A lead's picture grows with the text beside it. Next to the longest headlines it is cropped from a file that is
      // sharp on a standard screen only, so that the other leads need not load a larger file.
      const least = Math.max(width * deviceScaleFactor, cover * Math.min(deviceScaleFactor, 1.25));
      const at = `${viewport.width} px, ${deviceScaleFactor}x: ${file}`;
      expect(used, `${at} for ${least} px`).toBeGreaterThanOrEqual(fileFor(least * 0.8));
      expect(used, `${at} for ${cover * deviceScaleFactor} px`).toBeLessThanOrEqual(
        fileFor(cover * deviceScaleFactor * 1.15),
      );
    }
    expect(await shiftOf(page)).toBeLessThan(0.02);
    await context.close();
  }
});

test('fonts that arrive late shift the first view of a phone by less than 0.1', async ({ page, site }) => {
  await fillBoard(site);
  await page.setViewportSize({ width: 360, height: 780 });
  await recordShifts(page);
  let late = 0;
  await page.route('**/*.woff2', async (route) => {
    await page.locator('main h3').first().waitFor();
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 100))));
    late += 1;
    await route.continue();
  });
  await page.goto('/news');
  await page.evaluate(() => document.fonts.ready);
  await waitForHydration(page);
  expect(late).toBeGreaterThan(0);
  expect(await shiftOf(page)).toBeLessThan(0.1); // "good" by the Core Web Vitals
});

test('an editor of an empty board sees a message above the drop areas', async ({ page, login, checkAccessibility }) => {
  await login('editor');
  await page.goto('/admin-news');
  const empty = page.getByText('No news items available.');
  await expect(page.getByRole('region', { name: 'Business' })).toBeVisible();
  await expect(empty).toBeVisible();
  expect((await empty.boundingBox())?.y).toBeLessThan(
    (await page.getByRole('region', { name: 'Sports News' }).boundingBox())?.y ?? 0,
  );
  await checkAccessibility();
});

test('a card dropped on another lands before or after it by side, also from right to left', { tag: '@core' }, async ({
  page,
  login,
}) => {
  const editor = await login('editor');
  for (const name of ['f', 'e', 'd', 'c', 'b', 'a']) await createStory(editor, { news_title: `Sport ${name}` });
  for (const [path, side] of [
    ['/admin-news', 'left'],
    ['/ur/admin-news', 'right'],
  ] as const) {
    await page.goto(path);
    const sport = page.getByRole('main').getByRole('region').first();
    const headings = sport.getByRole('heading', { level: 3 });
    await expect(sport.locator('.card-tools').first()).toBeVisible();
    await expect(headings).toHaveText(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `Sport ${name}`));
    const target = sport.getByRole('article').filter({ hasText: 'Sport c' });
    const { width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    const before = { x: side === 'left' ? 4 : width - 4, y: height / 2 };
    await headings.filter({ hasText: 'Sport d' }).dragTo(target, { targetPosition: before });
    await expect(headings).toHaveText(['a', 'b', 'd', 'c', 'e', 'f'].map((name) => `Sport ${name}`));
    const after = { x: side === 'left' ? width - 4 : 4, y: height / 2 };
    await headings.filter({ hasText: 'Sport b' }).dragTo(target, { targetPosition: after });
    await expect(headings).toHaveText(['a', 'd', 'c', 'b', 'e', 'f'].map((name) => `Sport ${name}`));
  }
});

test('an editor learns that another has rearranged the board, and replaces or accepts that layout', async ({
  page,
  site,
  login,
}) => {
  const client = await login('editor');
  for (const name of ['c', 'b', 'a']) await createStory(client, { news_title: `Sport ${name}` });
  const titles = (region: string) => page.getByRole('region', { name: region }).getByRole('heading', { level: 3 });
  const save = page.getByRole('button', { name: 'Save layout' });
  const conflict = page.getByText('Somebody else has arranged the board in the meantime.');
  const another = await site.as('editor');
  const stories = (await another.get('/api/admin')).body as { id: number; news_title: string }[];
  const ids = ['Sport a', 'Sport b', 'Sport c'].map((title) => stories.find((it) => it.news_title === title)?.id);
  const move = (story: number, category: string) =>
    another.json('PUT', '/api/board', { sections: [{ category, ids: [ids[story]] }] });

  await page.goto('/admin-news');
  await page.getByRole('button', { name: 'Move down: Sport a' }).click();
  expect((await move(1, 'India')).status).toBe(200);
  await save.click();
  await expect(conflict).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(titles('India')).toHaveText(['Sport b']);
  await expect(titles('Sports News')).toHaveText(['Sport a', 'Sport c']);

  await page.getByRole('button', { name: 'Move down: Sport a' }).click();
  expect((await move(0, 'Health')).status).toBe(200);
  const refused = page.waitForResponse((response) => response.url().endsWith('/api/board'));
  await save.click();
  expect((await refused).status()).toBe(409);
  await expect(save).toBeEnabled();
  await expect(titles('Sports News')).toHaveText(['Sport c', 'Sport a']);
  await save.click();
  await expect(page.getByText('Layout saved')).toBeVisible();
  await page.reload();
  await expect(titles('Sports News')).toHaveText(['Sport c', 'Sport a']);
  await expect(titles('India')).toHaveText(['Sport b']);
});
