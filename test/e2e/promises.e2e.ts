// What readers and authors are promised: a newspaper in time, and to know how often they are read.
import { declarePayment } from '../factories/payments.ts';
import { publishMany } from '../factories/submissions.ts';
import { expect, test, waitForHydration } from './fixtures.ts';

test('a late newspaper is said on the page of the e-paper, of plans and of payments', { tag: '@core' }, async ({
  page,
  browser,
  site,
  login,
  checkAccessibility,
}) => {
  const admin = await login('admin'); // as reader and as accountant
  await declarePayment(admin, 'monthly');
  await admin.json('PUT', '/api/settings', { values: { 'epaper.promised_day': 'sunday' } });
  const day = new Date(site.services.now()).toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' });
  await site.db.execute(`
    INSERT INTO plan_lengthenings (day, days, came, decided_at, notified) VALUES ('${day}', 2, true, now(), 1)`);
  await page.goto('/payment');
  const note = /^The newspaper of .+ came 2 days late\. Your plan was lengthened by 2 days, until /;
  await expect(page.getByRole('listitem').filter({ hasText: note })).toBeVisible();
  await checkAccessibility();
  const visitor = await browser.newPage({
    baseURL: site.address,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  await visitor.goto('/e-paper');
  await expect(visitor.getByText('Day of the weekly newspaper: Sunday.')).toBeVisible();
  await expect(visitor.getByText(/came 2 days late\. Running plans were lengthened by 2 days\./)).toBeVisible();
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await visitor.close();
  await page.goto('/admin/payments');
  await expect(page.getByRole('heading', { name: 'Late newspapers' })).toBeVisible();
  await expect(page.getByText(/lengthened by 2 days\. 1 reader was mailed\./)).toBeVisible();
  await checkAccessibility();
});

test('an author sees how often his essay is read, and who cites it', async ({
  page,
  browser,
  site,
  login,
  checkAccessibility,
}) => {
  const author = await login('reader');
  const { id: person } = (await author.get('/api/user/me')).body;
  await page.goto('/profile/readers');
  await expect(page.getByText(/Nothing of yours is published yet/)).toBeVisible();
  await publishMany(site, 2, { files: true, pages: true });
  const { rows } = await site.db.execute<{ id: number }>(`UPDATE submissions SET author_id = ${person} RETURNING id`);
  const [essay, citing] = rows.map(({ id }) => id).sort((a, b) => a - b);
  await site.db.execute(`INSERT INTO work_citations VALUES ('essay', ${essay}, 'essay', ${citing})`);
  const visitor = await browser.newPage({ baseURL: site.address });
  await visitor.goto(`/research/${essay}`);
  await waitForHydration(visitor);
  await visitor.goto('/offline'); // sends what was read
  await visitor.close();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'All works' }).locator('..')).toContainText('1 read', {
      timeout: 1000,
    });
  }).toPass();
  const section = page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: /part 1$/ }) });
  await expect(section.getByRole('heading', { name: 'Cited by 1 work' })).toBeVisible();
  await section.getByText('By month').click();
  await expect(section.getByRole('row')).toHaveCount(13);
  await expect(section.getByRole('row').last().getByRole('cell').nth(1)).toHaveText('1');
  await checkAccessibility();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Your readers as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('readers.csv');
});
