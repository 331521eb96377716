import { expect } from '@playwright/test';
import { fillBoard } from '../factories/boards.ts';
import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import { test } from './fixtures.ts';

const largest = 1280; // of the files that are made from the 1600 px of the originals

test('the file of each picture is as wide as its place, and a small original is not enlarged', async ({
  browser,
  site,
}) => {
  test.slow();
  await fillBoard(site);
  const small = { news_category: 'Health', news_sub_category: 'Others', news_submenu: 'Ferries' };
  const editor = await site.as('editor');
  const { id, image: smallName } = await createStory(editor, { ...small, image: await pictureFile(480, 320) });
  const smallPicture = async () =>
    /uploads\/([\w-]+)-320\.avif/.test(await (await fetch(`${site.address}/news/${id}`)).text());
  await expect.poll(smallPicture, { timeout: 60_000 }).toBe(true);
  const paths = [
    '/',
    '/news?languages=all',
    '/category/sports-news?languages=all',
    '/category/health?languages=all',
    `/news/${id}`,
  ];
  for (const width of [360, 768, 1280])
    for (const deviceScaleFactor of [1, 2]) {
      const viewport = { width, height: 900 };
      const context = await browser.newContext({ baseURL: site.address, viewport, deviceScaleFactor });
      const page = await context.newPage();
      for (const path of paths) {
        await page.goto(path);
        const pictures = await page.locator('main picture img').evaluateAll(
          (images, smallName) =>
            Promise.all(
              (images as HTMLImageElement[])
                .filter((image) => image.checkVisibility())
                .map(async (image) => {
                  image.loading = 'eager';
                  await image.decode();
                  const box = image.getBoundingClientRect();
                  // naturalWidth is in CSS pixels of `sizes`; the width of the file is in its name.
                  const file = Number(/-(\d+)\.\w+$/.exec(image.currentSrc)?.[1] ?? 480); // the original
                  const isSmall = image.currentSrc.includes(smallName);
                  return { file, isSmall, box: Math.round(box.width), cover: Math.max(box.width, box.height * 1.5) };
                }),
            ),
          smallName.replace('.jpg', ''),
        );
        expect(pictures.length, path).toBeGreaterThan(0);
        for (const { file, isSmall, box, cover } of pictures) {
          const at = `${path} at ${width} px, ${deviceScaleFactor}x: ${file} in ${box}`;
          if (isSmall) expect.soft(box, at).toBeLessThanOrEqual(480);
          const most = isSmall ? 480 : largest;
          expect.soft(file, at).toBeGreaterThanOrEqual(Math.min(most, 0.8 * cover * deviceScaleFactor));
        }
      }
      await context.close();
    }
});
