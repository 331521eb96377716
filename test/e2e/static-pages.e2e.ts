import { pageSlugs } from '#src/static-pages/static-pages.rules.ts';
import { expect, test } from './fixtures.ts';

for (const path of pageSlugs.map((slug) => `/${slug}`))
  test(`${path} has no axe violations, and fits every width`, async ({ page, checkAccessibility }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await checkAccessibility();
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBe(width);
    }
  });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the static pages are readable, and the footer links to them', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'The Hub for Online University' })).toBeVisible();
    const quick = page.getByRole('navigation', { name: 'Quick links' }).getByRole('link');
    await expect(quick).toHaveText(['Home', 'News Wing', 'Publication', 'College', 'University']);
    const paper = page.getByRole('navigation', { name: 'The paper' });
    for (const name of ['About', 'Contact', 'Editorial policy', 'Privacy', 'Terms of use', 'Grievance officer']) {
      await paper.getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
    }
    // Playwright treats text in <noscript> as invisible.
    expect(await page.content()).toContain('This form needs JavaScript.');
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.goto('/college');
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(7);
    await expect(page.getByText('INR 2,00,000 to 10,00,000')).toBeVisible();
    await page.goto('/enroll');
    expect(await page.content()).toContain('This form needs JavaScript.');
  });
});

test('an admin edits the college page, readers see it at once, and an older version is restored', {
  tag: '@core',
}, async ({ page, browser, login, site, checkAccessibility }) => {
  test.slow(); // five pages and their accessibility checks
  const reader = await (await browser.newContext({ javaScriptEnabled: false, baseURL: site.address })).newPage();
  await login('admin');
  await page.goto('/admin/pages');
  await expect(page.getByRole('row')).toHaveCount(9);
  await checkAccessibility();
  await page.getByRole('link', { name: 'Edit' }).first().click();
  await expect(page).toHaveURL('/admin/pages/college');
  const title = page.getByLabel('Title', { exact: true });
  await expect(page.getByRole('button', { name: 'Save new version' })).toBeDisabled();
  await checkAccessibility();

  await title.fill('');
  await page.getByRole('button', { name: 'Save new version' }).click();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await title.fill('The College by the River');
  await page.getByText('Semester I', { exact: true }).first().click();
  await page.getByLabel('Subjects').first().fill('Reading the river\n\nWriting it down');
  const preview = page.getByRole('region', { name: 'As readers will see it' });
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('The College by the River');
  await expect(preview.getByText('Reading the river')).toBeVisible();
  await page.getByRole('button', { name: 'Save new version' }).click();
  await expect(page.getByText('The page has been saved.')).toBeVisible();
  await reader.goto('/college');
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('The College by the River');
  await expect(reader.getByRole('row', { name: /^Semester I / }).getByRole('listitem')).toHaveCount(2);

  await page.getByRole('button', { name: 'Show Version 0' }).click();
  await expect(preview.getByRole('heading', { level: 2 }).first()).toHaveText('Version 0');
  await preview.getByRole('button', { name: 'Back to what you are writing' }).click();
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('The College by the River');
  await page.getByRole('button', { name: 'Restore Version 0' }).click();
  await expect(page.getByText('The older version is in force again.')).toBeVisible();
  await expect(title).toHaveValue('College of Media and Journalism');
  await reader.goto('/college');
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('College of Media and Journalism');
  await page.goto('/admin/audit');
  await expect(page.getByText('page.restored')).toBeVisible();
  await expect(page.getByText('page.saved')).toBeVisible();
});

test('unsaved changes are restored after a reload', async ({ page, login }) => {
  await login('admin');
  await page.goto('/admin/pages/about');
  await page.getByLabel('Title', { exact: true }).fill('About us all');
  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage).some((kept) => String(kept).includes('About us all'))))
    .toBe(true);
  await page.reload();
  await page.getByRole('button', { name: 'Continue with it' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('About us all');
});

test('when two admins edit at once, the second sees both texts and chooses', async ({
  page,
  login,
  site,
  checkAccessibility,
}) => {
  await login('admin');
  const title = page.getByLabel('Title', { exact: true });
  const open = async (path: string) => {
    await page.goto(path);
    await expect(title).not.toHaveValue('');
  };
  await open('/admin/pages/terms');
  const other = await site.as('admin');
  const { content, version } = (await other.get('/api/pages/terms')).body;
  await other.json('PUT', '/api/pages/terms', { version, content: { ...content, title: 'Their terms' } });
  await title.fill('My terms');
  await page.getByRole('button', { name: 'Save new version' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else has saved this page in the meantime.' });
  await expect(conflict.getByRole('cell', { name: 'Their terms' })).toBeVisible();
  await expect(conflict.getByRole('cell', { name: 'My terms' })).toBeVisible();
  await expect(title).toHaveValue('My terms');
  await checkAccessibility();
  await page.getByRole('button', { name: 'Continue with mine' }).click();
  await page.getByRole('button', { name: 'Save new version' }).click();
  await expect(page.getByText('The page has been saved.')).toBeVisible();
  const versions = page.getByRole('listitem').filter({ hasText: /^Version \d/ });
  await expect(versions).toHaveText([/^Version 2/, /^Version 1/, /^Version 0/]);
});
