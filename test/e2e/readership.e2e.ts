// Reads of stories: counted when a reader leaves, shown to editors, and as the list of the most read.
import { createStory } from '../factories/stories.ts';
import { expect, loaded, test, waitForHydration } from './fixtures.ts';

test('a reader’s way through the paper becomes figures without a trace of him; the editor’s own does not count', {
  tag: '@core',
}, async ({ page, browser, site, login, checkAccessibility }) => {
  const editor = await login('editor');
  const body = Array.from({ length: 60 }, (_, n) => `Paragraph ${n} of a long report from the ghat.`).join('\n\n');
  const story = await createStory(editor, {
    news_title: 'The long report',
    news_description: body,
    status: 'published',
  });
  const total = async () => (await editor.get('/api/readership')).body.total;

  const reader = await browser.newPage({ baseURL: site.address, viewport: { width: 360, height: 740 } });
  await reader.goto(`/news/${story.id}`, { referer: 'https://www.google.com/' });
  await waitForHydration(reader);
  await reader.getByText('Paragraph 45 of').scrollIntoViewIfNeeded();
  await reader.getByRole('link', { name: 'Sports News' }).first().click();
  await expect.poll(total).toBe(1);
  await waitForHydration(reader);
  await reader.getByRole('link', { name: 'The long report' }).first().click();
  await expect(reader).toHaveURL(`/news/${story.id}`);
  await waitForHydration(reader);
  await reader.goto('/news'); // leaves the document
  await expect.poll(total).toBe(2);
  expect(await reader.context().cookies()).toEqual([]);

  await page.goto(`/news/${story.id}`);
  await loaded(page);
  await page.goto('/admin/readership');
  await expect(page.getByText('2 reads', { exact: true })).toBeVisible();
  const part = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
  const row = (list: string, name: string) => part(list).getByRole('row').filter({ hasText: name });
  await expect(row('Source', 'Search engines')).toContainText('1');
  await expect(row('Source', 'This site')).toContainText('1');
  const cells = row('Stories', 'The long report').getByRole('cell');
  await expect(cells).toHaveText(['The long report', '2', '50%', '0%']);
  await checkAccessibility();

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByLabel('Period').selectOption('Last 30 days');
  await expect(page).toHaveURL(/days=30/);
  await part('By day').getByText('As a table').click();
  await expect(part('By day').getByRole('row')).toHaveCount(30);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Stories as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('stories.csv');
});

test('the board lists the most read stories, also without scripts', async ({ browser, site, login }) => {
  const editor = await login('editor');
  for (const title of ['Third', 'Second', 'First']) {
    const { id } = await createStory(editor, { news_title: `${title} in the list`, status: 'published' });
    for (let n = 0; n < 4 - ['First', 'Second', 'Third'].indexOf(title); n++)
      await site.visitor.send('POST', `/api/reads?story=${id}&language=en`);
  }
  await editor.get('/api/readership'); // stores what was counted
  await site.services.jobs.send({ name: 'readership.rank', run: async () => undefined }, {});
  const reader = await browser.newPage({ baseURL: site.address, javaScriptEnabled: false });
  await expect(async () => {
    await reader.goto('/news');
    await expect(reader.getByRole('heading', { name: 'Most read' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  const list = reader.getByRole('region', { name: 'Most read' });
  await expect(list.getByRole('link')).toHaveText(['First in the list', 'Second in the list', 'Third in the list']);
});
