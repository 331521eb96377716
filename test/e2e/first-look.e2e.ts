// Takes half a minute, because all pictures of the sample are drawn. `db/sample/seed.api.test.ts` proves with two of them what
// is stored; only this one that the start waits for it, and that browsers show it.
import { expect, test } from './fixtures.ts';

test.use({ env: { SAMPLE_CONTENT: 'on' } });

test('the first look at a new site: every card of the front shows its picture, and the library has an edition', async ({
  page,
}) => {
  test.slow(); // a site of its own, which draws its sample before it listens
  await page.goto('/news');
  const cards = page.locator('main article');
  expect(await cards.count()).toBeGreaterThan(40);
  await expect(cards.filter({ hasNot: page.locator('source[type="image/webp"]') })).toHaveCount(0);
  // Fails for a picture that cannot be loaded.
  const decode = () =>
    page.locator('main img').evaluateAll((images) =>
      Promise.all(
        images.map((image) => {
          (image as HTMLImageElement).loading = 'eager';
          return (image as HTMLImageElement).decode();
        }),
      ),
    );
  await decode();
  await page.goto('/e-paper');
  await expect(page.locator('main img')).toHaveCount(1);
  await decode();
});
