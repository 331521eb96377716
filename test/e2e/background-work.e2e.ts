import { addFailedJob } from '../factories/failed-jobs.ts';
import { expect, test } from './fixtures.ts';

const kind = 'news.share-picture';
const title = 'Picture for sharing a story';

test('an administrator sees what the site does in the background, and tries again what has failed', {
  tag: '@core',
}, async ({ page, site, login, checkAccessibility }) => {
  await login('admin');
  await page.goto('/news');
  await page.getByLabel('Your account').click();
  await page.getByRole('link', { name: 'Background work' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Background work');
  await expect(page.getByText('Nothing has failed in the last 30 days.')).toBeVisible();
  await checkAccessibility();

  for (const storyId of [1, 2, 3]) await addFailedJob(site, kind, { data: { storyId }, hoursAgo: storyId });
  await addFailedJob(site, 'mail.deliver', { reason: { code: 'expired', message: '' }, tries: 21, hoursAgo: 30 });
  // Rows of the queue as they are while a job runs and while others wait.
  await site.db.execute(`
    INSERT INTO jobs.job (name, state, started_on, start_after, output) VALUES
      ('submissions.draw-pages', 'active', now(), now(), '{"progress": {"done": 3, "total": 12}}'),
      ('epaper.prepare', 'retry', now() - interval '2 hours', now() + interval '1 hour', NULL)`);
  try {
    await page.reload();
    const failed = page.getByRole('region', { name: title });
    await expect(page.getByRole('heading', { level: 3 })).toHaveText([`${title} (3)`, 'Sending a mail (1)']);
    await expect(failed.getByRole('row')).toHaveCount(4);
    await expect(failed.getByText('connect ECONNREFUSED').first()).toBeVisible();
    await expect(page.getByText('It took too long.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Running' }).getByText('3 of 12')).toBeVisible();
    const waiting = page.getByRole('region', { name: 'Waiting' }).getByRole('row', { name: 'Pages of an edition' });
    await expect(waiting.getByText('1, of which 1 failed before')).toBeVisible();
    await checkAccessibility();

    // By keyboard; the focus stays at the list.
    await failed.getByRole('button', { name: 'Try again' }).first().press('Enter');
    await expect(page.getByText('It is tried again now.')).toBeVisible();
    await expect(failed.getByRole('row')).toHaveCount(3);
    await expect(page.getByRole('heading', { name: 'Failed' })).toBeFocused();
    await page.getByRole('button', { name: `Try all again: ${title}` }).press('Enter');
    await expect(page.getByText('2 jobs are tried again now.')).toBeVisible();
    await expect(failed).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Sending a mail (1)']);

    // Another user was quicker.
    await site.db.execute("DELETE FROM jobs.job WHERE source_name = 'mail.deliver'");
    await page.getByRole('button', { name: 'Try again: Sending a mail' }).click();
    await expect(page.getByText('This is not in the list any more.')).toBeVisible();
    await expect(page.getByText('Nothing has failed in the last 30 days.')).toBeVisible();
  } finally {
    await site.db.execute("DELETE FROM jobs.job WHERE state = 'active' AND heartbeat_on IS NULL");
  }
});

test('background work that cannot be loaded says so', async ({ page, login }) => {
  await login('admin');
  await page.route('**/api/jobs', (route) => route.fulfill({ status: 503, body: 'no' }));
  await page.goto('/admin/jobs');
  await expect(page.getByRole('alert')).toHaveText('The background work could not be loaded.');
  await page.unroute('**/api/jobs');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nothing is running.')).toBeVisible();
});

test('the list of background work refreshes itself', async ({ page, site, login }) => {
  await login('admin');
  await page.clock.install();
  await page.goto('/admin/jobs');
  await expect(page.getByText('Nothing has failed in the last 30 days.')).toBeVisible();
  await addFailedJob(site, kind);
  await page.clock.runFor(15_000);
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(`${title} (1)`);
  await page.route('**/api/jobs', (route) => route.fulfill({ status: 503, body: 'no' }));
  await page.clock.runFor(20_000); // with the repeated attempts of the call
  await expect(page.getByRole('alert')).toHaveText('This could not be refreshed and may be out of date.');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(`${title} (1)`);
});
