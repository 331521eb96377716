import { addEdition } from '../factories/editions.ts';
import { createStory } from '../factories/stories.ts';
import { expect, loaded, test } from './fixtures.ts';

test('a reader enlarges the text of stories and pages, and finds it so on the next visit', async ({
  page,
  site,
  checkAccessibility,
}) => {
  const editor = await site.as('editor');
  const { id } = await createStory(editor, { news_description: 'First.\n\nSecond paragraph.' });
  const edition = await addEdition(editor, ['The ferry runs late'], { title: 'Suryanagar' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/news/${id}`);
  await loaded(page);
  const sizeOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize));
  const before = await sizeOf('.story-text');
  await page.getByRole('button', { name: 'Larger text' }).press('Enter');
  expect(await sizeOf('.story-text')).toBeCloseTo(before * 1.2, 1);
  await checkAccessibility();
  // Before any script of the page has run, so that nothing jumps.
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(`/news/${id}`, { waitUntil: 'domcontentloaded' });
  expect(await sizeOf('.story-text')).toBeCloseTo(before * 1.2, 1);
  await page.unroute('**/*.js');
  await page.goto(`/e-paper/${edition}`);
  await loaded(page);
  await page.getByText('Page 1 as text').click();
  const onPage = await sizeOf('.page-text-body');
  const smaller = page.getByRole('button', { name: 'Smaller text' });
  for (let press = 0; press < 4; press++) await smaller.click();
  expect(await sizeOf('.page-text-body')).toBeCloseTo((onPage / 1.2) * 0.875, 1);
  await checkAccessibility();
});
