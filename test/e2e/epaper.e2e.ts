import { readFile } from 'node:fs/promises';
import type { CDPSession, Page } from '@playwright/test';
import { heavyPdf, pdfBytes, pdfFile } from '../factories/pdfs.ts';
import { withoutTable } from '../shared-site.ts';
import { expect, password, test } from './fixtures.ts';

const asUpload = (name: string, buffer: Buffer, mimeType = 'application/pdf') => ({ name, mimeType, buffer });

async function logIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Holds back the next response of a URL until `go`. */
async function holdAnswer(network: CDPSession, urlPattern: string) {
  await network.send('Fetch.enable', { patterns: [{ urlPattern, requestStage: 'Response' }] });
  const paused = new Promise<string>((resolve) =>
    network.once('Fetch.requestPaused', ({ requestId }) => resolve(requestId)),
  );
  return {
    go: async () => {
      await network.send('Fetch.continueResponse', { requestId: await paused });
      await network.send('Fetch.disable');
    },
  };
}

/** Presses Download on the only edition and returns the saved file and its name. */
async function save(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('an editor uploads a PDF: validation errors, progress, cancel, and its cover appears', async ({
  page,
  login,
  checkAccessibility,
}) => {
  await login('editor');
  await page.goto('/pdf-upload');
  const button = page.getByRole('button', { name: 'Upload PDF' });
  await button.click();
  await expect(page.getByText('Please select both a file and category.')).toBeVisible();
  await page.getByLabel('PDF file').setInputFiles(asUpload('notes.txt', Buffer.from('text'), 'text/plain'));
  await expect(page.getByText('Please select a valid PDF file.')).toBeVisible();
  await checkAccessibility();

  await page.getByLabel('Period').selectOption('Monthly');
  await page.getByLabel('PDF file').setInputFiles(asUpload('False.pdf', Buffer.from('no PDF inside')));
  await expect(page.getByText('False.pdf', { exact: true })).toBeVisible();
  await button.click();
  await expect(page.getByText('Upload failed: Please select a valid PDF file.')).toBeVisible();
  await expect(page.getByLabel('Period')).toHaveValue('monthly');

  const network = await page.context().newCDPSession(page);
  const throughput = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await throughput(500_000);
  await page.getByLabel('PDF file').setInputFiles(asUpload('Too slow.pdf', heavyPdf(20_000_000)));
  await button.click();
  await expect(page.getByRole('progressbar', { name: 'Uploading...' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeDisabled();
  await checkAccessibility();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Upload cancelled; nothing was stored.')).toBeVisible();
  await throughput(-1);

  await page.getByLabel('PDF file').setInputFiles(asUpload('Suryanagar 2026-11-21.pdf', pdfBytes(['One', 'Two'])));
  await expect(page.getByLabel('Title (optional)')).toHaveValue('Suryanagar');
  await expect(page.getByLabel('Issue date')).toHaveValue('2026-11-21');
  const answer = await holdAnswer(network, '*/api/upload-pdf');
  await button.click();
  await expect(page.getByRole('progressbar', { name: 'Checking the file…' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden();
  await answer.go();
  await expect(page.getByText('PDF uploaded successfully!')).toBeVisible();
  await page.getByRole('link', { name: 'See it on the shelf' }).click();

  const monthly = page.locator('section', { has: page.getByRole('heading', { name: 'Monthly Reports' }) });
  await expect(monthly.getByRole('heading', { level: 3 })).toHaveText(['Suryanagar']);
  await expect(monthly.getByRole('listitem')).toContainText('2 pages');
  await expect(monthly.getByText('Suryanagar 2026-11-21.pdf')).toBeVisible();
  await expect(monthly.getByAltText('Cover of Suryanagar')).toBeVisible();
  await expect(page.getByText('None on the rack yet.')).toHaveCount(2);
  await checkAccessibility();
});

test('an editor changes an edition, replaces its file, deletes it and undoes that', { tag: '@core' }, async ({
  page,
  login,
  checkAccessibility,
}) => {
  const editor = await login('editor');
  await editor.form('POST', '/api/upload-pdf', { pdf: pdfFile('Old name.pdf'), category: 'weekly' });
  await page.goto('/admin/editions');
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await checkAccessibility();
  await dialog.getByLabel('Title (optional)').fill('The fair opens');
  await dialog.getByLabel('Period').selectOption('Yearly');
  await dialog.getByLabel('Another file').setInputFiles(asUpload('New.pdf', pdfBytes(['One', 'Two', 'Three'])));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Edition saved')).toBeVisible();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row', { name: /The fair opens/ });
  await expect(row).toContainText('Yearly');
  await checkAccessibility();
  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Edition deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Edition restored')).toBeVisible();
  await page.goto('/e-paper');
  await expect(page.getByRole('listitem').filter({ hasText: 'The fair opens' })).toContainText('3 pages');
});

test('download leads a visitor through login and plans back to the edition, and saves its exact bytes', {
  tag: '@core',
}, async ({ page, browser, site, checkAccessibility }) => {
  const bytes = pdfBytes(['Night final', 'Onion mandi']);
  const editor = await site.as('editor');
  const pdf = new File([new Uint8Array(bytes)], 'सूर्यनगर साप्ताहिक.pdf', { type: 'application/pdf' });
  const { id } = (await editor.form('POST', '/api/upload-pdf', { pdf, category: 'weekly' })).body.data;
  const { email } = await site.createUser('reader');

  await page.goto('/e-paper');
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page).toHaveURL('/login');
  await logIn(page, email);
  await expect(page).toHaveURL(`/e-paper?edition=${id}`);
  await expect(page.getByRole('button', { name: 'Download' })).toBeFocused();
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page).toHaveURL(`/payment?edition=${id}`);
  await checkAccessibility();

  const dialogs: string[] = [];
  page.on('dialog', async (dialog) => {
    dialogs.push(`${dialog.type()}: ${dialog.message()}`);
    // The first question is declined, which must have no effect.
    await (dialogs.length === 2 ? dialog.dismiss() : dialog.accept());
  });
  await page.getByRole('button', { name: 'I Have Paid' }).click();
  await page.getByRole('button', { name: /Monthly/ }).click();
  await expect(page.getByText('₹40.00')).toBeVisible();
  await page.getByRole('button', { name: 'I Have Paid' }).click();
  await expect(page).toHaveURL(`/payment?edition=${id}&plan=monthly`);
  await page.getByRole('button', { name: 'I Have Paid' }).click();
  await expect(page).toHaveURL(`/e-paper?edition=${id}`);
  const question = 'confirm: Have you completed the payment successfully?';
  expect(dialogs).toEqual(['alert: Please select a plan', question, question]);

  const saved = { name: 'सूर्यनगर साप्ताहिक.pdf', bytes };
  expect(await save(page)).toEqual(saved);
  await page.reload();
  await expect(page.getByText(/Your plan runs until/)).toBeVisible();
  expect(await save(page)).toEqual(saved);
  await page.getByLabel('Your account').click();
  await expect(page.getByText(/Plan until/)).toBeVisible();

  const elsewhere = await (await browser.newContext({ baseURL: site.address })).newPage();
  await elsewhere.goto('/e-paper');
  await elsewhere.getByRole('button', { name: 'Download' }).click();
  await logIn(elsewhere, email);
  await expect(elsewhere).toHaveURL(`/e-paper?edition=${id}`);
  expect(await save(elsewhere)).toEqual(saved);
});

test('an edition too large for the page is downloaded by the browser itself', async ({ page, site, login }) => {
  const bytes = heavyPdf(33 * 1024 * 1024);
  const editor = await site.as('editor');
  const pdf = new File([new Uint8Array(bytes)], 'large.pdf', { type: 'application/pdf' });
  await editor.form('POST', '/api/upload-pdf', { pdf, category: 'yearly' });
  const reader = await login('reader');
  const { body: link } = await reader.get('/api/payment_link?plan=weekly');
  const { plan, reference, amount_minor } = link;
  await reader.json('POST', '/api/payments', { plan, reference, amount_minor });
  await page.goto('/e-paper');
  const saved = await save(page);
  expect(saved.name).toBe('large.pdf');
  expect(saved.bytes.equals(bytes)).toBe(true);
});

test('the library works without JavaScript, and reports a failure to load', async ({ browser, site, page }) => {
  const editor = await site.as('editor');
  for (const [day, name] of [
    ['2026-11-21', 'New'],
    ['2025-02-01', 'Old'],
  ] as const)
    await editor.form('POST', '/api/upload-pdf', { pdf: pdfFile(`${name}.pdf`), category: 'weekly', issue_date: day });
  const reader = await (await browser.newContext({ javaScriptEnabled: false, baseURL: site.address })).newPage();
  await reader.goto('/e-paper');
  const titles = reader.getByRole('heading', { level: 3 });
  await expect(titles).toHaveText(['New', 'Old']);
  await reader.getByRole('link', { name: 'February (1)' }).click();
  await expect(titles).toHaveText(['Old']);
  await reader.getByRole('link', { name: 'The newest editions' }).click();
  await expect(titles).toHaveText(['New', 'Old']);

  await expect
    .poll(async () =>
      (await site.visitor.get('/api/pdfs')).body.every(
        ({ thumbnail_url }: { thumbnail_url: string | null }) => thumbnail_url,
      ),
    )
    .toBe(true);
  await withoutTable(site, 'editions', async () => {
    await page.goto('/e-paper?month=2025-03'); // the other URLs are cached
    await expect(page.getByText('Failed to load PDFs.')).toBeVisible();
  });
});
