import { readFile } from 'node:fs/promises';
import { sendEnquiry } from '../factories/enquiries.ts';
import { pdfFile } from '../factories/pdfs.ts';
import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';

const headings = [
  'Publishing of Paper - Publish Your News on Our Platform',
  'The Hub for Student Research and Innovation',
  'Your Gateway to a Career in Media Technology & Journalism',
  'The Hub for Online University',
  'Join the class today',
];

test('only one menu is open at a time, and a click outside closes it', async ({ page }) => {
  await page.goto('/');
  const study = page.getByRole('link', { name: 'Universities' });
  const account = page.getByRole('link', { name: 'Profile Edit' });
  await page.getByLabel('Higher Educations & Research').click();
  await expect(study).toBeVisible();
  await page.getByLabel('Your account').click();
  await expect(account).toBeVisible();
  await expect(study).toBeHidden();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(account).toBeHidden();
  await page.getByLabel('Higher Educations & Research').click();
  await expect(study).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(study).toBeHidden();
});

test('the home page presents the services, today’s stories and the newest edition', async ({
  page,
  site,
  checkAccessibility,
}) => {
  const editor = await site.as('editor');
  await createStory(editor, { news_title: 'Older match' });
  await createStory(editor, { news_title: 'Newer match' });
  await page.goto('/');
  for (const name of headings) await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
  await expect(page.getByText('The first edition is being set.')).toBeVisible();
  const today = page.getByRole('region', { name: 'Today in the paper' });
  await expect(today.getByRole('heading', { level: 3 })).toHaveText(['Newer match', 'Older match']);
  await checkAccessibility();

  await editor.form('POST', '/api/upload-pdf', {
    pdf: pdfFile('older.pdf'),
    category: 'weekly',
    issue_date: '2026-01-05',
  });
  await editor.form('POST', '/api/upload-pdf', { pdf: pdfFile('newest.pdf'), category: 'monthly', title: 'January' });
  await page.reload();
  const edition = page.getByRole('region', { name: 'The newest edition' });
  await expect(edition.getByRole('heading', { level: 3 })).toHaveText('January');
  await edition.getByRole('link', { name: 'To the e-paper' }).click();
  await expect(page).toHaveURL('/e-paper');
});

test('a reader enrols on a phone; an admin finds, answers and exports the enquiry', { tag: '@core' }, async ({
  page,
  login,
  site,
  checkAccessibility,
}) => {
  test.slow(); // four pages, audited in both themes
  await sendEnquiry(site, { name: '=HYPERLINK("http://evil.example")', programme: 'online' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await page.getByRole('link', { name: 'Enroll Now' }).first().click();
  await expect(page).toHaveURL('/enroll');
  await page.getByRole('button', { name: 'Send enquiry' }).click();
  await expect(page.getByText('Please choose a programme.')).toBeVisible();
  await expect(page.getByText('Without your consent we may not keep your details.')).toBeVisible();
  await checkAccessibility();
  await page.getByLabel('Name').fill('Ila Bose');
  await page.getByLabel('E-mail').fill('ila@readers.test');
  await page.getByLabel('Mobile').fill('98765 43210');
  await page.getByLabel('Programme').selectOption('B.A. Journalism');
  await page.getByLabel(/^I agree that News Wing keeps/).check();
  await page.getByRole('button', { name: 'Send enquiry' }).click();
  await expect(page).toHaveURL('/enroll/thanks');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you');
  await checkAccessibility();

  await page.setViewportSize({ width: 1280, height: 900 });
  await login('admin');
  await page.goto('/news');
  await page.getByLabel('Your account').click();
  await page.getByRole('link', { name: 'Enquiries' }).click();
  await expect(page.getByRole('cell', { name: 'Ila Bose', exact: true })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(3);
  await checkAccessibility();
  await page.getByLabel('State of the enquiry of Ila Bose').selectOption('answered');
  await expect(page.getByText('Saved')).toBeVisible();
  await page.getByRole('button', { name: 'Note on Ila Bose' }).click();
  await page.getByRole('dialog').getByLabel('Note').fill('Visits us on Monday');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('Visits us on Monday')).toBeVisible();
  await page.getByLabel('State', { exact: true }).selectOption('answered');
  await expect(page.getByRole('row')).toHaveCount(2);

  await page.getByLabel('State', { exact: true }).selectOption('All');
  await expect(page.getByRole('row')).toHaveCount(3);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('enquiries.csv');
  const bytes = await readFile(await download.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = bytes.toString().split('\r\n');
  expect(lines[0]).toContain('Received,Name,E-mail,Mobile,Programme,State,Note');
  expect(lines[1]).toContain('Ila Bose,ila@readers.test,');
  expect(lines[1]).toContain('B.A. Journalism,answered,Visits us on Monday');
  expect(lines[2]).toContain(`"'=HYPERLINK(`);
});

test('an editor has neither access nor a link to the enquiries', async ({ page, login }) => {
  await login('editor');
  await page.goto('/news');
  await page.getByLabel('Your account').click();
  await expect(page.getByRole('link', { name: 'Drafts' })).toBeVisible();
  for (const name of ['Enquiries', 'Grievances', 'Settings', 'Pages'])
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  await page.goto('/admin/enquiries');
  await expect(page.getByText('The enquiries could not be loaded.')).toBeVisible();
});
