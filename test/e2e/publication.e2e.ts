import { docxFile, pdfFile, picked } from '../factories/documents.ts';
import { decide, submit } from '../factories/submissions.ts';
import { nextMail } from '../mailbox.ts';
import { expect, password, test } from './fixtures.ts';

test('a visitor reads about publication, also without JavaScript, and returns here after the login', async ({
  page,
  browser,
  site,
  checkAccessibility,
}) => {
  const plain = await (await browser.newContext({ javaScriptEnabled: false, baseURL: site.address })).newPage();
  await plain.goto('/publication');
  await expect(plain.getByRole('heading', { level: 1, name: 'Publication' })).toBeVisible();
  await expect(plain.getByRole('img', { name: 'A manuscript becomes a printed page' })).toBeVisible();
  await expect(plain.getByRole('link', { name: 'Log in to hand in a work' })).toBeVisible();
  await plain.context().close();

  await page.goto('/publication');
  await checkAccessibility();
  await page.getByRole('link', { name: 'Log in to hand in a work' }).click();
  const { email } = await site.createUser('reader');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/publication');
  await expect(page.getByRole('heading', { name: 'Hand in a work' })).toBeVisible();
});

test('an author sends a submission: every failure shows its reason and preserves the fields', async ({
  page,
  site,
  login,
  consoleErrors,
  checkAccessibility,
}) => {
  test.slow(); // many small steps, each a separate failure
  const client = await login('reader');
  const { email, name, mobile } = (await client.get('/api/user/me')).body;
  await page.goto('/publication');
  await expect(page.getByLabel('Username')).toHaveValue(name);
  for (const [label, value] of [
    ['Username', name],
    ['Email', email],
    ['Mobile', mobile],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('readonly');
  }
  await expect(page.getByLabel('Article type').getByRole('option')).toHaveText([
    'Choose a type',
    'research articles',
    'essay',
    'posters',
    'research projects',
    'short reports',
    'letter',
  ]);
  await checkAccessibility();

  // Nothing is sent while a field is missing.
  let sent = 0;
  page.on('request', (request) => (sent += request.url().endsWith('/api/create-article') ? 1 : 0));
  const send = () => page.getByRole('button', { name: 'Submit' }).click();
  await send();
  await expect(page.locator('.Toastify').getByText('All fields are required.')).toBeVisible();
  await expect(page.getByText('All fields are required.')).toHaveCount(4);
  await checkAccessibility();
  await page.getByLabel('Article type').selectOption('research articles');
  await page.getByText('More about the work').click();
  await page.getByLabel('Title').fill('Lake frogs, counted');
  await page.getByLabel('Co-authors').fill('Dev Iyer');
  const [bonafide, essay] = [page.getByLabel('Bonafide file'), page.getByLabel('Essay file')];
  await bonafide.setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await expect(page.getByText('Only .pdf, .doc and .docx files are accepted.')).toBeVisible();
  await bonafide.setInputFiles(await picked(pdfFile('bonafide.pdf', 'Bonafide')));
  await expect(page.getByText('bonafide.pdf (0.1 MB)')).toBeVisible();
  await essay.setInputFiles(await picked(docxFile('essay.docx')));
  await expect(page.getByText('The research pages show PDFs only.', { exact: false })).toBeVisible();
  expect(sent).toBe(0);

  // The server's own error message.
  await essay.setInputFiles({ name: 'essay.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF at all') });
  await send();
  await expect(page.getByText('The content of this file is not what its name says.').first()).toBeVisible();
  await expect(page.getByText('What you filled in is kept')).toBeVisible();

  // No response at all.
  await essay.setInputFiles(await picked(pdfFile('essay.pdf', 'Lake frogs, counted', 3)));
  await page.route('**/api/create-article', (route) => route.abort());
  await send();
  await expect(page.locator('.Toastify').getByText('❌ Submission failed')).toBeVisible();
  await page.unroute('**/api/create-article');
  consoleErrors.length = 0;

  await expect(page.getByLabel('Title')).toHaveValue('Lake frogs, counted');
  await expect(page.getByText('essay.pdf (0.1 MB)')).toBeVisible();
  await send();
  await expect(page.getByText('✅ Article submitted successfully!')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByLabel('Article type')).toHaveValue('');
  const own = page.getByRole('article', { name: 'Lake frogs, counted' });
  await expect(own.getByText('Pending')).toBeVisible();
  await expect(own.getByText('Next in the queue')).toBeVisible();
  await expect(own.getByRole('list', { name: 'Steps of Lake frogs, counted' }).getByRole('listitem')).toHaveText([
    /^Received\d+ /,
    'In review',
    'Decision',
  ]);
  await checkAccessibility();
  expect((await nextMail(site, email)).subject).toBe('We have received “Lake frogs, counted”');
});

test('form fields survive a reload', async ({ page, login }) => {
  await login('reader');
  await page.goto('/publication');
  await page.getByLabel('Article type').selectOption('letter');
  await page.getByText('More about the work').click();
  await page.getByLabel('Abstract').fill('Half a thought');
  await page.reload();
  await expect(page.getByLabel('Article type')).toHaveValue('letter');
  await expect(page.getByLabel('Abstract')).toHaveValue('Half a thought');
});

test('an author withdraws a submission, and answers a change request with a new version', { tag: '@core' }, async ({
  page,
  site,
  login,
  checkAccessibility,
}) => {
  const author = await login('reader');
  await submit(author, { title: 'Withdrawn work' });
  const begun = await submit(author, { title: 'Begun work' });
  const work = await submit(author, { title: 'Tank levels' });
  const editor = await site.as('editor');
  await editor.json('POST', `/api/submissions/${work.id}/changes`, { note: 'Please name the tanks.' });
  await page.goto('/publication');

  const withdrawn = page.getByRole('article', { name: 'Withdrawn work' });
  await withdrawn.getByRole('button', { name: 'Withdraw' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw this submission?' });
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  const late = page.getByRole('article', { name: 'Begun work' });
  await editor.json('POST', `/api/submissions/${begun.id}/review`, {}); // the list still shows it as pending
  await late.getByRole('button', { name: 'Withdraw' }).click();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(late.getByText('In review', { exact: true })).toBeVisible();

  await withdrawn.getByRole('button', { name: 'Withdraw' }).click();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('The submission has been withdrawn.')).toBeVisible();
  await expect(withdrawn).toBeHidden();

  const own = page.getByRole('article', { name: 'Tank levels' });
  await expect(own.getByText('Please name the tanks.')).toBeVisible();
  await own.getByRole('button', { name: 'Send the new version' }).click();
  await expect(own.getByText('This field is required.')).toBeVisible();
  await own.getByLabel('New essay file').setInputFiles(await picked(pdfFile('named.pdf', 'Tank levels', 1)));
  await own.getByLabel('What has changed').fill('The tanks are named.');
  await own.getByRole('button', { name: 'Send the new version' }).click();
  await expect(page.getByText('The new version has been received.')).toBeVisible();
  await expect(own.getByText('Pending')).toBeVisible();
  const { body } = await editor.get(`/api/submissions/${work.id}`);
  expect(body).toMatchObject({ version: 2, history: [{}, {}, { action: 'revise', note: 'The tanks are named.' }] });
});

test('a published author finds the certificate, and anyone can verify it', async ({
  page,
  site,
  login,
  checkAccessibility,
}) => {
  const author = await login('reader');
  const work = await submit(author, { title: 'Salt pans' });
  await decide(await site.as('editor'), work.id, 'approved');
  await page.goto('/publication');
  const own = page.getByRole('article', { name: 'Salt pans' });
  const path = await own.getByRole('link', { name: 'Certificate of Salt pans' }).getAttribute('href');
  expect((await site.visitor.get(path ?? '')).headers.get('content-type')).toBe('application/pdf');
  const { rows } = await site.db.execute(`SELECT code FROM submissions WHERE id = ${work.id}`);
  await page.goto(`/verify/${rows[0]?.code}`);
  await expect(page.getByText('This certificate holds.')).toBeVisible();
  await expect(page.getByText('Salt pans')).toBeVisible();
  await checkAccessibility();
  await decide(await site.as('editor'), work.id, 'rejected');
  await page.reload();
  await expect(page.getByText('This certificate no longer holds', { exact: false })).toBeVisible();
  await page.goto('/verify/NOTACODE');
  await expect(page.getByText('No certificate has this code.')).toBeVisible();
});

test('a minor can submit at once; the form says that the submission waits for a guardian', async ({
  page,
  site,
  browser,
  checkAccessibility,
}) => {
  const child = await site.createUser('reader', { dob: `${new Date().getFullYear() - 15}-01-01` });
  await page.goto('/login?from=/publication');
  await page.getByLabel('Email').fill(child.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'A guardian has to agree' })).toBeVisible();
  await expect(page.getByText('it waits, and nobody reads it, until your guardian has agreed')).toBeVisible();
  await checkAccessibility();
  await page.getByLabel('Article type').selectOption('letter');
  await page.getByLabel('Bonafide file').setInputFiles(await picked(pdfFile('bonafide.pdf')));
  await page.getByLabel('Essay file').setInputFiles(await picked(pdfFile('essay.pdf', 'Kites over the ghat')));
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('✅ Article submitted successfully!')).toBeVisible();
  await expect(page.getByText('Waiting for your guardian’s consent')).toBeVisible();

  const desk = await (await browser.newContext({ baseURL: site.address })).newPage();
  const editor = await site.createUser('editor');
  await desk.goto('/admin?from=/publication');
  await desk.getByLabel('Email').fill(editor.email);
  await desk.getByLabel('Password').fill(password);
  await desk.getByRole('button', { name: 'Login' }).click();
  await expect(desk).toHaveURL('/publication');
  const row = desk.getByRole('row').filter({ hasText: 'Kites over the ghat' });
  await expect(row.getByText('Waiting for a guardian’s consent')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await row.getByRole('button', { name: 'Kites over the ghat' }).click();
  const pane = desk.getByRole('region', { name: 'Reading pane' });
  await expect(
    pane.getByText('The work can be read and decided upon once a guardian has agreed.').first(),
  ).toBeVisible();
  await desk.close();

  await page.getByLabel('Name of your guardian').fill('Mother');
  await page.getByLabel('E-mail of your guardian').fill(child.email);
  await page.getByRole('button', { name: 'Ask my guardian' }).click();
  await expect(page.getByText('Please give the address of your guardian, not your own.')).toBeVisible();
  await page.getByLabel('E-mail of your guardian').fill('mother@readers.test');
  await page.getByRole('button', { name: 'Ask my guardian' }).click();
  await expect(page.getByText('We have written to your guardian and wait', { exact: false })).toBeVisible();
  const { text } = await nextMail(site, 'mother@readers.test');
  const [, token] = /guardian\?token=(\S+)/.exec(text) ?? [];
  expect((await site.visitor.json('POST', '/api/guardian_consent', { token })).status).toBe(200);
  await page.reload();
  await expect(page.getByText('Waiting for your guardian’s consent')).toBeHidden();
  await expect(page.getByText('Pending', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A guardian has to agree' })).toBeHidden();
});
