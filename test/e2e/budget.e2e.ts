import { join } from 'node:path';
import sharp from 'sharp';
import { defaultCategories } from '#src/news/categories/categories.rules.ts';
import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';

const samplePictures = join(import.meta.dirname, '../../db/sample/pictures');
const mostBytes = 300_000;
// Pictures of the sample edition, as many as a board section shows.
const stories = [
  'apple-growers',
  'astroturf',
  'boat-clinic',
  'book-fair',
  'brass-workers',
  'bus-lane',
  'coast-heat',
  'far-campus',
  'handloom-prices',
  'lake-frog',
  'night-market',
  'onion-mandi',
];

const pictured = 6; // more than a phone shows without scrolling

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, deviceScaleFactor: 2 });

  test('the first view of a full board stays within its byte budget, pictures included', async ({ page, site }) => {
    test.slow(); // encoding the pictures in all sizes takes a while
    const editor = await site.as('editor');
    const [first = '', ...others] = Object.keys(defaultCategories);
    const place = (category: string) => ({
      news_category: category,
      news_sub_category: 'Others',
      news_submenu: 'Ferries',
    });
    for (const category of others)
      for (const name of stories)
        await createStory(editor, {
          ...place(category),
          news_title: `The ferry sails late from Naubat Ghat (${name})`,
        });
    for (const name of stories.slice(0, pictured)) {
      const picture = new Uint8Array(
        await sharp(join(samplePictures, `${name}.svgz`))
          .png()
          .toBuffer(),
      );
      await createStory(editor, { ...place(first), image: new File([picture], `${name}.png`, { type: 'image/png' }) });
    }
    const copies = async () => {
      const html = await (await fetch(`${site.address}/news`)).text();
      return new Set([...html.matchAll(/uploads\/([\w-]+)-\d+\.avif/g)].map(([, name]) => name)).size;
    };
    await expect.poll(copies, { timeout: 180_000 }).toBe(pictured); // made with a low priority

    await page.goto('/news');
    const fetched = await page.evaluate(async () => {
      // Which of the pictures further down come before the page has loaded is chance; they are not in the first view.
      const seen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
      await Promise.all(seen.map((image) => image.decode()));
      const pictures = new Set(seen.map(({ currentSrc }) => currentSrc));
      const [html] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const rest = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const view = rest.filter(({ name, initiatorType, responseEnd }) =>
        initiatorType === 'img' ? pictures.has(name) : html && responseEnd <= html.loadEventStart,
      );
      return [html, ...view].map((it) => ({ name: it?.name ?? '', bytes: it?.transferSize ?? 0 }));
    });
    const kinds = Map.groupBy(fetched, ({ name }) => /\.(\w+)$/.exec(name)?.[1] ?? 'html');
    const bytes = [...kinds].map(([kind, of]) => ({ kind, sum: of.reduce((sum, it) => sum + it.bytes, 0) }));
    process.stdout.write(`First view of /news: ${bytes.map(({ kind, sum }) => `${kind} ${sum}`).join(', ')} bytes\n`);
    expect(bytes.filter(({ sum }) => sum > 0).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['html', 'css', 'woff2', 'avif']),
    );
    expect(bytes.reduce((all, { sum }) => all + sum, 0)).toBeLessThan(mostBytes);
  });
});
