import { addEdition } from '../factories/editions.ts';
import { withoutTable } from '../shared-site.ts';
import { expect, test, waitForHydration } from './fixtures.ts';

for (const [path, label] of [
  ['/news/4711', 'Reference: '],
  ['/ur/news/4711', 'حوالہ: '],
] as const)
  test(`the page of a failure names its request: ${path}`, async ({
    page,
    site,
    consoleErrors,
    checkAccessibility,
  }) => {
    await withoutTable(site, 'stories', async () => {
      const answer = await page.goto(path);
      await waitForHydration(page);
      const id = (await answer?.headerValue('x-request-id')) ?? '';
      expect(answer?.status()).toBe(500);
      await expect(page.getByText(`${label}${id}`)).toBeVisible();
      await checkAccessibility();
    });
    // The page reports its failure, and no difference to what the server has rendered.
    expect(consoleErrors.filter((text) => /hydrat|React error/i.test(text))).toEqual([]);
    consoleErrors.length = 0;
  });

test('failed tiles are requested again; then the page image remains, with a message', async ({ page, site }) => {
  const id = await addEdition(await site.as('editor'), ['Night final'], { title: 'Suryanagar' });
  const asked: string[] = [];
  await page.route('**/pages/1/tiles/**', (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.fulfill({ status: 503 });
  });
  await page.goto(`/e-paper/${id}`);
  const picture = page.getByRole('img', { name: 'Page 1 of Suryanagar' });
  await expect(picture).toBeVisible();
  const larger = page.getByRole('button', { name: 'Zoom in' });
  while (await larger.isEnabled()) await larger.click();
  await expect(page.getByText('Parts of this page could not be fetched in the large size.')).toBeVisible();
  await expect(page.locator('img.tile')).toHaveCount(0);
  await expect(picture).toBeVisible();
  // One retry each, if the tile is still in view.
  const times = Map.groupBy(asked, (path) => path)
    .values()
    .map((all) => all.length);
  expect(new Set(times).difference(new Set([1, 2]))).toEqual(new Set());
});

test('an edition is not requested again after the reader has left it', async ({ page, site, login, consoleErrors }) => {
  const id = await addEdition(await site.as('editor'), ['One', 'Two', 'Three'], { title: 'Suryanagar' });
  await login('reader');
  await page.clock.install();
  let asked = 0;
  const held = Promise.withResolvers<void>();
  await page.route('**/api/editions/*/pass', async (route) => {
    asked += 1;
    await held.promise;
    await route.abort();
  });
  await page.goto(`/e-paper/${id}`);
  await expect.poll(() => asked).toBe(1);
  await page.locator('.category-links').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/news');
  await expect(page.locator('.reader')).toHaveCount(0);
  const failed = page.waitForEvent('requestfailed');
  held.resolve();
  await failed;
  await page.clock.fastForward(15_000);
  await page.clock.fastForward(15_000);
  await page.evaluate(() => fetch('/robots.txt').then(() => undefined)); // a second attempt would come first
  expect(asked).toBe(1);
  consoleErrors.length = 0; // the browser logs the failure too
});

test('when two editors correct a page at once, the second sees both texts and decides', async ({
  page,
  site,
  login,
  checkAccessibility,
}) => {
  const other = await site.as('editor');
  const id = await addEdition(other, ['Night final'], { title: 'Suryanagar' });
  const path = `/api/editions/${id}/pages/1`;
  await login('editor');
  await page.goto(`/e-paper/${id}`);
  await waitForHydration(page);
  await page.getByText('Page 1 as text').click();
  await page.getByRole('button', { name: 'Correct the text' }).click();
  const field = page.getByRole('textbox', { name: 'Page 1 as text' });
  await field.fill('What I typed');
  await other.json('PUT', path, { text: 'What the other saved' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Somebody else has saved this page in the meantime.');
  await expect(page.getByRole('region', { name: 'The stored version' })).toHaveText('What the other saved');
  await expect(field).toHaveValue('What I typed');
  await checkAccessibility();
  expect((await other.get(path)).body.paragraphs).toEqual(['What the other saved']);

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Text saved')).toBeVisible();
  expect((await other.get(path)).body.paragraphs).toEqual(['What I typed']);
});
