// A newsletter: subscribed to, edited, sent by a real SMTP server, read on the web, and left.
import PostalMime from 'postal-mime';
import { toIndianClock } from '#src/rules/calendar.rules.ts';
import { createStory } from '../factories/stories.ts';
import { openSink, type Sink } from '../smtp-sink.ts';
import { test as base, expect, loaded, waitForHydration } from './fixtures.ts';

const test = base.extend<{ sink: Sink }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  sink: async ({}, use) => {
    const sink = await openSink();
    await use(sink);
    await sink.close();
  },
  env: async ({ sink }, use) => use({ SMTP_URL: sink.url }),
});

test('from the form to the mailbox, the web and the end', { tag: '@core' }, async ({
  page,
  browser,
  site,
  sink,
  login,
  checkAccessibility,
}) => {
  const admin = await login('admin');
  const story = await createStory(admin, { news_title: 'Rain fills the tanks', status: 'published' });
  await createStory(admin, { news_title: 'The second story', status: 'published' });
  await page.goto('/admin/newsletters');
  await page.getByRole('button', { name: 'New newsletter' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Morning Brief');
  await dialog.getByLabel('Description').fill('What matters today.');
  const due = new Date(site.services.now().getTime() + 30 * 60_000);
  await dialog.getByLabel('Time (India)').fill(toIndianClock(due).toISOString().slice(11, 16));
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Morning Brief' })).toBeVisible();

  const reader = await browser.newPage({ baseURL: site.address, viewport: { width: 360, height: 740 } });
  await reader.goto('/newsletters');
  await waitForHydration(reader);
  await reader.getByLabel('Morning Brief').uncheck();
  await reader.getByRole('button', { name: 'Subscribe' }).click();
  await expect(reader.getByText('Please choose a newsletter.').first()).toBeVisible();
  await reader.getByLabel('Morning Brief').check();
  await reader.getByLabel('E-mail').fill('asha@readers.test');
  await checkAccessibility(reader);
  await reader.getByRole('button', { name: 'Subscribe' }).click();
  await expect(reader.getByText('Follow its link, and your newsletters begin.')).toBeVisible();
  const mails = async () => Promise.all(sink.mailsTo('asha@readers.test').map((raw) => PostalMime.parse(raw)));
  await expect.poll(mails).toHaveLength(1);
  const linkIn = (text = '', path: string) => text.slice(text.indexOf(path)).split(/\s/)[0] ?? '';
  await reader.goto(linkIn((await mails())[0]?.text, '/newsletters/confirm'));
  await waitForHydration(reader);
  await reader.getByRole('button', { name: 'Yes, send me these newsletters' }).click();
  await expect(reader.getByText('You will now get: Morning Brief.')).toBeVisible();

  await page.getByRole('button', { name: 'Compose the next issue now' }).click();
  await loaded(page);
  await page.getByLabel('Subject').fill('The rain is here');
  await page.getByLabel('Introduction').fill('Good morning.');
  await page.getByRole('button', { name: 'Move up: Rain fills the tanks' }).click();
  await page.getByRole('button', { name: 'Remove: The second story' }).click();
  await page.reload();
  await expect(page.getByLabel('Subject')).toHaveValue('The rain is here'); // nothing typed is lost
  // On a slow line: what is typed while it is saved stays, and what was saved is never replaced by what was before.
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/newsletter-desk/issues/*', async (route) => {
    if (route.request().method() === 'PUT') await answered.promise;
    await route.continue();
  });
  const subjects = await page.getByLabel('Subject').evaluateHandle((field: HTMLInputElement) => {
    const seen = new Set<string>();
    const look = () => {
      seen.add(field.value);
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Saving' })).toBeVisible();
  await page.getByLabel('Introduction').fill('Good morning, all.');
  answered.resolve();
  await expect(page.getByText('Version 2')).toBeVisible();
  await expect(page.getByLabel('Introduction')).toHaveValue('Good morning, all.');
  await page.getByLabel('Introduction').fill('Good morning.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Version 3')).toBeVisible();
  expect(await subjects.evaluate((seen) => [...seen])).toEqual(['The rain is here']);
  const preview = page.frameLocator('iframe[title=Preview]');
  await expect(preview.getByText('Good morning.').last()).toBeVisible();
  await expect(preview.getByText('The second story')).toHaveCount(0);
  await checkAccessibility();
  page.on('dialog', (asked) => void asked.accept());
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('1 of 1 sent')).toBeVisible({ timeout: 15_000 });

  const [, issue] = await mails();
  expect(issue?.subject).toBe('The rain is here');
  await reader.goto('/newsletters');
  await reader.getByRole('link', { name: 'The rain is here' }).click();
  await expect(reader.getByRole('link', { name: 'Rain fills the tanks' })).toHaveAttribute(
    'href',
    new RegExp(`/news/${story.id}\\?newsletter=\\d+$`),
  );
  await reader.goto(linkIn(issue?.text, `/news/${story.id}?newsletter=`));
  await expect(reader).toHaveURL(`/news/${story.id}`); // the URL that readers share names no newsletter
  await waitForHydration(reader);
  await reader.goto(linkIn(issue?.text, '/newsletters/leave'));
  await waitForHydration(reader);
  await reader.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(reader.getByText('Done. You will get no more of it.')).toBeVisible();
  await page.goto('/admin/newsletters');
  await expect(page.getByText('No readers yet')).toBeVisible();
  const { sources } = (await admin.get('/api/readership')).body;
  expect(sources).toContainEqual({ source: 'newsletter', reads: 1 });
  await page.getByRole('link', { name: 'Newsletters in figures' }).click();
  await expect(page.getByRole('img', { name: 'Readers at the end of each month: Morning Brief' })).toBeVisible();
  // Readers, joined, left, given up, issues, delivered, failed, and no reads of so few.
  await expect(page.getByRole('cell')).toHaveText([/^\w+ \d{4}$/, '0', '1', '1', '0', '1', '1', '0', '–']);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Newsletters in figures as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('newsletters.csv');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await checkAccessibility();
});
