import { pdfFile } from '../factories/documents.ts';
import { decide, submit } from '../factories/submissions.ts';
import { expect, loaded, test } from './fixtures.ts';

test('an author changes the title of his work, while a reviewer has it open in another browser', {
  tag: '@core',
}, async ({ page, browser, site, login, checkAccessibility }) => {
  const author = await login('reader');
  const { id } = await submit(author, { title: '', essay_file: await pdfFile('essay.pdf', 'about:blank') });
  await page.goto('/publication');
  const work = page.getByRole('article').first();
  await expect(work.getByRole('heading', { level: 3 })).toHaveText(/^Essay by /);
  await work.getByRole('button', { name: 'Change title and abstract' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change title and abstract' });
  await dialog.getByLabel('Title').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await dialog.getByLabel('Title').fill('Frogs of the city lakes');
  await dialog.getByLabel('Abstract').fill('What the water told us.');
  await checkAccessibility();

  // The reviewer is faster.
  const editor = await site.as('editor');
  await editor.json('PUT', `/api/submissions/${id}/description`, { title: 'Frogs', note: 'A working title.' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This is stored now. Save again to replace it.')).toBeVisible();
  await expect(dialog.getByText('Frogs', { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Title')).toHaveValue('Frogs of the city lakes');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(work.getByRole('heading', { level: 3 })).toHaveText('Frogs of the city lakes');

  await decide(editor, id, 'approved');
  await page.reload();
  await expect(work.getByText('Approved').first()).toBeVisible();
  await expect(work.getByRole('button', { name: 'Change title and abstract' })).toBeHidden();
  const reader = await (await browser.newContext({ javaScriptEnabled: false, baseURL: site.address })).newPage();
  await reader.goto(`/research/${id}`);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Frogs of the city lakes');
});

test('a reviewer corrects a published essay with a note, which readers see with its date', async ({
  page,
  browser,
  site,
  login,
  checkAccessibility,
}) => {
  const author = await site.as('reader');
  const { id } = await submit(author, { title: 'Toads of the city lakes', abstract: 'What the water told us.' });
  const editor = await login('editor');
  await decide(editor, id, 'approved');
  await page.goto('/publication');
  await loaded(page);
  await page.getByRole('button', { name: 'Toads of the city lakes' }).click();
  const pane = page.getByRole('region', { name: 'Reading pane' });
  await pane.getByRole('button', { name: 'Change title and abstract' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change title and abstract' });
  await dialog.getByLabel('Title').fill('Frogs of the city lakes');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please say for readers what was corrected.')).toBeVisible();
  await dialog.getByLabel('Note for readers').fill('The title named toads.');
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(pane.getByText('Title before: Toads of the city lakes')).toBeVisible();

  const reader = await (await browser.newContext({ baseURL: site.address })).newPage();
  await reader.goto(`/research/${id}/`);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Frogs of the city lakes');
  const corrections = reader.getByRole('region', { name: 'Corrections' });
  await expect(corrections.getByText('The title named toads.')).toBeVisible();
  await expect(corrections.locator('time')).toHaveText(/20\d\d/);
  await expect(reader.locator('meta[name="citation_title"]')).toHaveAttribute('content', 'Frogs of the city lakes');
  await checkAccessibility(reader);
});

test('the author’s own note on a new version is not shown as the editor’s', async ({ page, site, login }) => {
  const author = await login('reader');
  const { id } = await submit(author, { title: 'Salt pans' });
  const editor = await site.as('editor');
  await editor.json('POST', `/api/submissions/${id}/changes`, { note: 'Please add the tables.' });
  await page.goto('/publication');
  await expect(page.getByText('The editor writes:')).toBeVisible();
  const form = { essay_file: await pdfFile('second.pdf'), note: 'The tables are there.' };
  expect((await author.form('POST', `/api/submissions/${id}/versions`, form)).status).toBe(201);
  await page.reload();
  await expect(page.getByRole('heading', { level: 3, name: 'Salt pans' })).toBeVisible();
  await expect(page.getByText('The editor writes:')).toBeHidden();
});
