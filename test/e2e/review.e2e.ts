import { docxFile, paragraph, pdfFile, picked } from '../factories/documents.ts';
import { decide, submit } from '../factories/submissions.ts';
import { nextMail } from '../mailbox.ts';
import { expect, test } from './fixtures.ts';

test('an editor approves a submission, visitors read it, and the approval is revoked', async ({
  page,
  browser,
  site,
  login,
  checkAccessibility,
}) => {
  test.slow(); // the whole workflow, in two browsers
  const author = await site.as('reader');
  const { email, name } = (await author.get('/api/user/me')).body;
  const work = await submit(author, { title: 'Night trains of the plain', abstract: 'We rode every one of them.' });
  await nextMail(site, email);
  await login('editor');
  await page.goto('/publication');
  await expect(page.getByRole('heading', { level: 1, name: 'Received articles' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Username',
    'Email',
    'Mobile',
    'Type',
    'Bonafide',
    'Essay',
    'State',
    'Decision',
  ]);
  const row = page.getByRole('row').filter({ hasText: 'Night trains of the plain' });
  await expect(row.getByRole('cell', { name: email })).toBeVisible();
  await expect(row.getByRole('cell', { name: '+919876543210' })).toBeVisible();
  for (const file of [`Bonafide file of ${name}`, `Essay file of ${name}`]) {
    await row.getByRole('link', { name: file }).click();
    const pane = page.getByRole('region', { name: 'Reading pane' });
    await expect(pane.getByRole('img', { name: 'Page 1' })).toBeVisible();
    await checkAccessibility();
    const saved = page.waitForEvent('download');
    await pane.getByRole('link', { name: 'Save the original' }).click();
    expect((await saved).suggestedFilename()).toBe(file.startsWith('Bonafide') ? 'bonafide.pdf' : 'essay.pdf');
    await pane.getByRole('button', { name: 'Close' }).click();
  }
  await checkAccessibility();

  await row.getByRole('button', { name: 'Approve' }).click();
  const approving = page.getByRole('dialog', { name: 'Are you sure you want to approved this article?' });
  await checkAccessibility();
  await approving.getByRole('button', { name: 'Cancel' }).click();
  await expect(row.getByText('Pending')).toBeVisible();
  await row.getByRole('button', { name: 'Approve' }).click();
  await approving.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Article approved')).toBeVisible();
  await expect(row.getByText('Approved')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await expect(row.getByRole('button', { name: 'Reject' })).toBeEnabled();
  expect((await nextMail(site, email)).subject).toBe('“Night trains of the plain” has been approved');

  const reader = await (await browser.newContext({ baseURL: site.address })).newPage();
  await reader.goto('/research');
  await reader.getByRole('link', { name: 'Night trains of the plain' }).click();
  await expect(reader).toHaveURL(`/research/${work.id}`);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Night trains of the plain');
  await expect(reader.getByText('We rode every one of them.').first()).toBeVisible();
  await checkAccessibility(reader);

  await row.getByRole('button', { name: 'Reject' }).click();
  const rejecting = page.getByRole('dialog', { name: 'Are you sure you want to rejected this article?' });
  await rejecting.getByLabel('The work is not original, or its sources are not named.').check();
  await rejecting.getByLabel('Words to the author').fill('Table two is another’s.');
  await checkAccessibility();
  await rejecting.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Article rejected')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Reject' })).toBeDisabled();
  const mailed = await nextMail(site, email);
  expect(mailed.text).toContain('The work is not original, or its sources are not named.');
  expect(mailed.text).toContain('Table two is another’s.');

  const gone = await reader.goto(`/research/${work.id}`);
  expect(gone?.status()).toBe(410);
  await expect(reader.getByText('This essay is no longer published.')).toBeVisible();
  await reader.goto('/research');
  await expect(reader.getByText('No approved PDF essays found.')).toBeVisible();
  await reader.context().close();
});

test('a failed decision shows its reason, or that it failed', async ({ page, site, login, consoleErrors }) => {
  const work = await submit(await site.as('reader'));
  await login('editor');
  await page.goto('/publication');
  const approve = async () => {
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  };
  await page.route('**/api/admin/decision', (route) => route.abort());
  await page.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('The work is not original, or its sources are not named.').check();
  await dialog.getByLabel('Words to the author').fill('Table two is another’s.');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  // In the dialog, since everything else is behind its backdrop; and after it closes, until it is read.
  await expect(dialog.getByRole('alert')).toHaveText('Error processing decisionThe site could not be reached.');
  await dialog.getByRole('alert').hover(); // hovering keeps it open
  await expect(dialog.getByLabel('Words to the author')).toHaveValue('Table two is another’s.');
  await expect(dialog.getByLabel('The work is not original, or its sources are not named.')).toBeChecked();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('Error processing decision');
  await page.unroute('**/api/admin/decision');
  consoleErrors.length = 0;
  await (await site.as('editor')).delete(`/api/delete-article/${work.id}`);
  await approve();
  await expect(page.getByText('There is no such submission.')).toBeVisible();
  await expect(page.getByText('No submissions here.', { exact: false })).toBeVisible();
});

test('the reading pane shows the text, requests changes, stores notes, and takes a PDF', { tag: '@core' }, async ({
  page,
  site,
  login,
  checkAccessibility,
}) => {
  const author = await site.as('reader');
  const body = paragraph('The tanks were dug by hand.');
  const work = await submit(author, { title: 'Tank levels', essay_file: docxFile('tanks.docx', { body }) });
  await login('editor');
  await page.goto('/publication');
  await page.locator('.review-open', { hasText: 'Tank levels' }).click();
  const pane = page.getByRole('region', { name: 'Reading pane' });
  await expect(pane.getByText('The tanks were dug by hand.')).toBeVisible();
  await expect(pane.getByRole('heading', { name: 'Tank levels' })).toBeFocused();
  await checkAccessibility();

  await pane.getByRole('button', { name: 'Begin the review' }).click();
  await expect(page.getByText('The review has begun; the author has been told.')).toBeVisible();
  await pane.getByRole('button', { name: 'Ask for changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask the author for changes' });
  await dialog.getByRole('button', { name: 'Ask for changes' }).click();
  await expect(dialog.getByText('This field is required.')).toBeVisible();
  await dialog.getByLabel('What should change').fill('Name the tanks.');
  await dialog.getByRole('button', { name: 'Ask for changes' }).click();
  await expect(page.getByText('The author has been asked for changes.')).toBeVisible();

  await pane.getByLabel('Add a note').fill('I know the supervisor.');
  await pane.getByRole('button', { name: 'Save the note' }).click();
  await expect(pane.getByRole('listitem').filter({ hasText: 'I know the supervisor.' })).toBeVisible();
  expect(JSON.stringify((await author.get('/api/submissions/own')).body)).not.toContain('supervisor');

  await pane.getByLabel('PDF of the essay').setInputFiles(await picked(pdfFile('tanks.pdf', 'Tank levels', 1)));
  await pane.getByRole('button', { name: 'Attach a PDF' }).click();
  await expect(page.getByText('The PDF is in its place.')).toBeVisible();
  await expect(pane.getByRole('img', { name: 'Page 1' })).toBeVisible();
  await decide(await site.as('editor'), work.id, 'approved');
  expect((await site.visitor.get(`/research/${work.id}`)).status).toBe(200);
});

test('an editor finds and decides by search, filters, order and keyboard shortcuts', async ({ page, site, login }) => {
  const [first, second] = [await site.as('reader'), await site.as('reader')];
  await submit(first, { title: 'Oldest work', article_type: 'letter' });
  await submit(second, { title: 'Middle work' });
  const newest = await submit(second, { title: 'Newest work' });
  await decide(await site.as('editor'), newest.id, 'approved');
  await login('editor');
  await page.goto('/publication');
  const names = page.getByRole('table').getByRole('button', { name: / work/ });
  await expect(names).toHaveText([/Newest work/, /Middle work/, /Oldest work/]);
  await page.getByLabel('Order').selectOption('Oldest first');
  await expect(names).toHaveText([/Oldest work/, /Middle work/, /Newest work/]);
  await page.getByLabel('State').selectOption('Pending (2)');
  await expect(names).toHaveText([/Oldest work/, /Middle work/]);
  await page.getByLabel('Type').selectOption('letter');
  await expect(names).toHaveText([/Oldest work/]);
  await page.reload();
  await expect(names).toHaveText([/Oldest work/]);
  await page.getByLabel('Type').selectOption('All types');
  await page.getByLabel('Search name').fill('middle');
  await expect(names).toHaveText([/Middle work/]);
  await page.getByLabel('Search name').fill('nobody at all');
  await expect(page.getByText('No submission matches.', { exact: false })).toBeVisible();
  await page.getByLabel('Search name').fill('');
  await expect(names).toHaveCount(2);

  await names.first().focus();
  await page.keyboard.press('j');
  await expect(names.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  const pane = page.getByRole('region', { name: 'Reading pane' });
  await expect(pane.getByRole('heading', { name: 'Middle work' })).toBeVisible();
  await page.keyboard.press('k');
  await expect(pane.getByRole('heading', { name: 'Oldest work' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pane).toBeHidden();
  await expect(names.first()).toBeFocused();
  await page.keyboard.press('r');
  await page.getByRole('dialog', { name: 'Are you sure you want to rejected this article?' }).press('Escape');
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to approved this article?' });
  await dialog.getByRole('button', { name: 'Confirm' }).press('Enter');
  await expect(page.getByText('Article approved')).toBeVisible();
});
