import { docxFile, picked } from '../factories/documents.ts';
import { heavyPdf } from '../factories/pdfs.ts';
import { nextMail } from '../mailbox.ts';
import { expect, password, test } from './fixtures.ts';

test('a submission is sent, reviewed, approved, read in another language, and certified', { tag: '@core' }, async ({
  page,
  browser,
  site,
  login,
}) => {
  test.slow(); // two users, and a deliberately slow connection
  const author = await login('reader');
  const { email, name } = (await author.get('/api/user/me')).body;
  const subject = async () => (await nextMail(site, email)).subject;

  // The author submits it and sees the upload progress of both files, one after the other.
  await page.goto('/publication');
  await page.getByLabel('Article type').selectOption('essay');
  await page.getByText('More about the work').click();
  await page.getByLabel('Title').fill('Night trains');
  await page.getByLabel('Bonafide file').setInputFiles(await picked(docxFile('bonafide.docx')));
  const essay = new File([new Uint8Array(heavyPdf(600_000))], 'essay.pdf', { type: 'application/pdf' });
  await page.getByLabel('Essay file').setInputFiles(await picked(essay));
  const line = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 150_000 };
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', slow);
  await page.getByRole('button', { name: 'Submit' }).click();
  const part = (file: string) => page.getByRole('progressbar', { name: `${file} file` });
  await expect(part('Essay')).toHaveAttribute('aria-valuenow', /^([1-9]|[1-9]\d)$/); // started, not finished
  await expect(part('Bonafide')).toHaveAttribute('aria-valuenow', '100');
  await expect(page.getByText('✅ Article submitted successfully!')).toBeVisible();
  await expect(part('Essay')).toBeHidden();
  await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  expect(await subject()).toBe('We have received “Night trains”');
  const own = page.getByRole('article', { name: 'Night trains' });
  await expect(own.getByRole('button', { name: 'Withdraw' })).toBeVisible();

  // An editor reviews and approves it.
  const editor = await (await browser.newContext({ baseURL: site.address })).newPage();
  await editor.goto('/admin');
  await editor.getByLabel('Email').fill((await site.createUser('editor')).email);
  await editor.getByLabel('Password').fill(password);
  await editor.getByRole('button', { name: 'Login' }).click();
  await editor.waitForURL((url) => url.pathname !== '/admin');
  await editor.goto('/publication');
  await editor.locator('.review-open', { hasText: 'Night trains' }).click();
  const pane = editor.getByRole('region', { name: 'Reading pane' });
  await pane.getByRole('button', { name: 'Begin the review' }).click();
  await expect(editor.getByText('The review has begun; the author has been told.')).toBeVisible();
  expect(await subject()).toBe('The review of “Night trains” has begun');
  await page.reload();
  await expect(own.getByText('In review').first()).toBeVisible();
  await expect(own.getByRole('button', { name: 'Withdraw' })).toBeHidden();
  await pane.getByRole('button', { name: 'Approve' }).click();
  await editor.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.getByText('Article approved')).toBeVisible();
  expect(await subject()).toBe('“Night trains” has been approved');
  await editor.context().close();

  // A visitor reads it, here in Hindi, and the author's certificate is verified.
  await page.goto('/hi/research');
  await page.getByRole('link', { name: 'Night trains' }).click();
  await expect(page).toHaveURL(/\/hi\/research\/\d+$/);
  const file = await page.locator('main a[href$=".pdf"]').getAttribute('href');
  expect((await site.visitor.get(file ?? '')).headers.get('content-type')).toBe('application/pdf');
  await page.goto('/publication');
  const certificate = await own.getByRole('link', { name: 'Certificate of Night trains' }).getAttribute('href');
  expect((await site.visitor.get(certificate ?? '')).status).toBe(200);
  const { rows } = await site.db.execute("SELECT code FROM submissions WHERE title = 'Night trains'");
  await page.goto(`/verify/${rows[0]?.code}`);
  await expect(page.getByText('This certificate holds.')).toBeVisible();
  await expect(page.getByText(name)).toBeVisible();
});
