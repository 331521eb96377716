// A story with every block: read on a phone, with and without scripts, and its video shown by choice.
import type { Page } from '@playwright/test';
import { everyBlock } from '../factories/every-block.ts';
import { picturesInText } from '../factories/picture-ids.ts';
import { storyFields } from '../factories/stories.ts';
import { expect, test, waitForHydration } from './fixtures.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** The addresses outside of the site that a page requests. */
function watchOutside(page: Page, own: string): string[] {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(own) && !request.url().startsWith('data:')) outside.push(request.url());
  });
  return outside;
}

test('every block is read on a phone, and a video is loaded only by choice', { tag: '@core' }, async ({
  page,
  site,
  browser,
  checkAccessibility,
}) => {
  const editor = await site.as('editor');
  const { picture, story } = await picturesInText(editor);
  const { body } = await editor.form(
    'POST',
    '/api/admin',
    storyFields({ news_title: 'The river', news_description: everyBlock({ picture, story }) }),
  );
  const outside = watchOutside(page, site.address);
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>A video</title><p>It plays.</p>' }),
  );
  await page.goto(`/news/${body.id}`);
  await waitForHydration(page);
  await expect(page.getByRole('figure', { name: 'The *ghat* at noon' }).getByRole('img')).toBeVisible();
  await expect(page.getByRole('note', { name: 'What is known' }).getByText('The dam holds 40 m.')).toBeVisible();
  await expect(page.getByRole('note', { name: 'Correction, 24 November 2026' })).toContainText('the wrong dam');
  await expect(page.getByText('Also read').locator('..').getByRole('link')).toHaveAttribute('href', `/news/${story}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const strip = page.getByRole('group', { name: 'After the water' });
  await strip.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => strip.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  await checkAccessibility();
  expect(outside).toEqual([]);

  await page.getByRole('button', { name: 'Show video here' }).click();
  const frame = page.locator('iframe[title="The boatman speaks - YouTube"]');
  await expect(frame).toBeFocused();
  await expect(frame.contentFrame().getByText('It plays.')).toBeVisible();
  expect(outside).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1']);

  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const plain = await context.newPage();
  const outsidePlain = watchOutside(plain, site.address);
  await plain.goto(`${site.address}/news/${body.id}`);
  await expect(plain.getByRole('link', { name: 'Open on YouTube' })).toHaveAttribute(
    'href',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  );
  await expect(plain.getByRole('button', { name: 'Show video here' })).toBeHidden();
  await expect(plain.getByRole('group', { name: 'After the water' }).getByRole('img')).toHaveCount(3);
  expect(outsidePlain).toEqual([]);
  await context.close();
});
