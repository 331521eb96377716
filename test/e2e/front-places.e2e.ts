import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';

test('an editor chooses the lead of the paper and breaking news, which readers see above the sections', {
  tag: '@core',
}, async ({ page, browser, site, login, checkAccessibility }) => {
  const editor = await login('editor');
  const titles = ['Ferry begins again', 'Onion prices fall', 'Library opens at six'];
  for (const news_title of titles) await createStory(editor, { news_title });
  await page.goto('/news');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Place on the front: Onion prices fall' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Place on the front' });
  await dialog.getByLabel('Lead of the paper').selectOption('Until it is replaced or removed');
  await dialog.getByLabel('Breaking news').selectOption('For 1 hour');
  await checkAccessibility();
  await page.route('**/api/stories/*/places', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The front could not be changed.')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(dialog.getByLabel('Breaking news')).toHaveValue('1'); // nothing chosen is lost
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The front has been changed.')).toBeVisible();
  const lead = main.getByRole('region', { name: 'Lead story' });
  await expect(lead.getByRole('heading', { level: 3 })).toHaveText('Onion prices fall');
  await expect(main.getByRole('region', { name: 'Sports News' }).getByText('Onion prices fall')).toHaveCount(0);

  const visitor = await (await browser.newContext({ baseURL: site.address })).newPage();
  await visitor.goto('/news');
  const breaking = visitor.getByRole('region', { name: 'Breaking news' });
  await expect(breaking.getByRole('link', { name: 'Onion prices fall' })).toBeVisible();
  const latest = visitor.getByRole('region', { name: 'Latest' });
  await expect(latest.getByRole('listitem').getByRole('link')).toHaveText([
    'Library opens at six',
    'Ferry begins again',
  ]);
  await latest.getByRole('link', { name: 'Latest' }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Latest');
  await expect(visitor.getByRole('main').getByRole('heading', { level: 3 })).toHaveText(titles.toReversed());

  await lead.getByRole('button', { name: 'Place on the front: Onion prices fall' }).click();
  await dialog.getByLabel('Lead of the paper').selectOption('No');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(lead).toHaveCount(0);
  await visitor.goto('/news');
  await expect(breaking).toBeVisible();
  await expect(latest).toHaveCount(0);
});
