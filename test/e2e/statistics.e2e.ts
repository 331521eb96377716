// Statistics made of what happens: how submissions are decided, payments by month, searches without results.
import { decidePayment, declarePayment } from '../factories/payments.ts';
import { expect, loaded, test } from './fixtures.ts';

test('readers see how submissions are decided, also without scripts, and nothing about single people', async ({
  browser,
  page,
  site,
  checkAccessibility,
}) => {
  await page.goto('/research');
  await page.getByRole('main').getByRole('link', { name: 'How we decide' }).click();
  await expect(page).toHaveURL('/how-we-decide');
  await expect(page.getByText('There were fewer than 5 decisions in the last twelve months.')).toBeVisible();
  await checkAccessibility();
  const add = (type: string, count: number, decision: string) =>
    site.db.execute(`
      WITH works AS (
        INSERT INTO submissions (username, email, mobile, article_type, title, abstract, institution, state, received_at, updated_at)
        SELECT 'A', 'a@a.test', '', '${type}', 'T', '', '', 'rejected', now() - interval '40 days', now()
        FROM generate_series(1, ${count}) RETURNING id)
      INSERT INTO submission_history (submission_id, at, actor, action, from_state, to_state)
      SELECT id, now() - interval '40 days', 'A', 'submit', NULL::submission_state, 'pending'::submission_state FROM works UNION ALL
      SELECT id, now() - interval '37 days', 'E', 'decide', 'pending', '${decision}' FROM works`);
  await add('essay', 6, 'approved');
  await add('essay', 2, 'rejected');
  await add('letter', 3, 'rejected');
  await add('posters', 4, 'rejected');
  const reader = await browser.newPage({
    baseURL: site.address,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  await reader.goto('/how-we-decide');
  const row = (name: string) => reader.getByRole('row').filter({ hasText: name });
  await expect(row('All kinds').getByRole('cell')).toHaveText(['All kinds', '15', '40%', '–', '3 days', '–']);
  await expect(row('essay').getByRole('cell')).toHaveText(['essay', '8', '75%', '–', '3 days', '–']);
  await expect(reader.getByRole('row')).toHaveCount(2); // the head is hidden on phones
  await expect(reader.getByText(/keep single people out of the figures: .*posters.* and letter/)).toBeVisible();
  await reader.close();
});

test('accounts see payments by month, editors what readers searched in vain', async ({
  page,
  site,
  login,
  checkAccessibility,
}) => {
  const claim = await declarePayment(await site.as('reader'), 'yearly');
  await decidePayment(await site.as('admin'), claim.id, 'confirmed');
  await login('admin'); // as accountant and as editor
  await page.goto('/admin/payments');
  await page.getByRole('link', { name: 'Payments by month' }).click();
  await expect(page.getByRole('row')).toHaveCount(13);
  const cells = page.getByRole('row').nth(1).getByRole('cell');
  await expect(cells.nth(1)).toHaveText('1');
  await expect(cells.nth(2)).toHaveText('₹470');
  await expect(cells.last()).toHaveText('1');
  await checkAccessibility();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Payments by month as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('payments-by-month.csv');

  await page.goto('/search?q=zyxwvut+fares');
  await expect(page.getByText('Nothing was found for “zyxwvut fares”.')).toBeVisible();
  // Two more readers: an address counts once a day.
  await site.services.zeroResultSearches.flush();
  await site.db.execute('UPDATE zero_result_searches SET searches = 3');
  await page.goto('/admin/readership');
  await loaded(page);
  const part = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Searches without results' }) });
  await expect(part.getByRole('row').filter({ hasText: 'zyxwvut fares' })).toContainText('3');
  await checkAccessibility();
});
