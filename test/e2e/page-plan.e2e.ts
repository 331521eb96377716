import { addEdition } from '../factories/editions.ts';
import { printedStory, proposedOrder } from '../factories/newspapers.ts';
import { expect, test } from './fixtures.ts';

test('an editor plans an edition: a pinned story, an advertisement, a shortened text; and saves the plan', {
  tag: '@core',
}, async ({ page, login, checkAccessibility }) => {
  const editor = await login('editor');
  for (const title of ['Night final at Naubat Ghat', 'Onion mandi', 'Ferry late']) await printedStory(editor, title);
  const { from, to } = await proposedOrder(editor);
  await addEdition(editor, ['The week'], { category: 'weekly', issue_date: to, title: 'The week so far' });

  await page.goto('/compose');
  const warning = page.getByRole('status').filter({ hasText: 'There is an edition of this period already.' });
  await expect(warning.getByRole('link', { name: 'The week so far' })).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: 'Ferry late' });

  await page.getByRole('button', { name: 'In print: Ferry late' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'In print' });
  await dialog.getByLabel('Page on which it begins').fill('1');
  await dialog.getByLabel('Opens the page, as its lead').check();
  await dialog.getByLabel('Picture in print').selectOption('No picture');
  await expect(dialog.getByLabel('Text on the website')).toHaveValue(/The committee met/);
  await dialog.getByRole('button', { name: 'Begin with the text on the website' }).click();
  await dialog.getByLabel('Text in print').fill('The ferry was late.');
  await expect(dialog.getByText('19 characters, about 1 line of a column')).toBeVisible();
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(row.getByText('Opens page 1 · No picture · Shortened for print')).toBeVisible();

  await page.getByRole('button', { name: 'Reserve a space' }).click();
  const space = page.getByRole('group', { name: /^Page 1 · Advertisement/ });
  await space.getByLabel('Size').selectOption('Strip');
  await space.getByLabel('Label').fill('Sharma Sweets');
  await page.getByLabel('Title').fill('Monsoon special');
  await expect(page.getByRole('img', { name: 'Page 1 of the newspaper as it would be printed' })).toBeVisible();
  await checkAccessibility();
  // What is typed while the plan is being saved stays.
  const held = Promise.withResolvers<void>();
  await page.route('**/api/edition-plans', async (route) => {
    if (route.request().method() === 'POST') await held.promise;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Save the plan' }).click();
  await page.getByLabel('Title').fill('Monsoon special, late');
  held.resolve();
  await expect(page.getByText('The plan is saved.')).toBeVisible();
  await expect(page).toHaveURL(/plan=\d+/);
  await expect(page.getByText('Your choices from the last visit are back.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Monsoon special, late');
  await page.getByRole('button', { name: 'Start afresh' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Monsoon special');

  // A plan is opened as it was saved; the text of a story has changed since it was shortened.
  const [{ id }] = (await editor.get('/api/edition-plans')).body;
  const { stories } = await proposedOrder(editor);
  const ferry = stories.find((story) => story.weight === 'lead')?.id;
  await editor.form('PUT', `/api/admin/${ferry}`, { news_description: 'The ferry was an hour late on Tuesday.' });
  await page.goto('/compose');
  await page
    .getByRole('region', { name: 'Saved plans' })
    .getByRole('button', { name: 'Monsoon special', exact: true })
    .click();
  await expect(row.getByText('Opens page 1 · No picture · Shortened for print')).toBeVisible();
  await expect(row.getByText('The text on the website has changed since it was shortened.')).toBeVisible();
  await expect(space.getByLabel('Label')).toHaveValue('Sharma Sweets');

  // A colleague has saved it in the meantime, while this browser has a copy of the version before.
  await page.getByLabel('Title').fill('Monsoon and after');
  const { proposal, choices, version, ...plan } = (await editor.get(`/api/edition-plans/${id}`)).body;
  expect(proposal).toMatchObject({ from, to });
  const body = { ...plan, stories: choices, title: 'Rain', version };
  expect((await editor.json('PUT', `/api/edition-plans/${id}`, body)).status).toBe(200);
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('Monsoon and after');
  await page.getByRole('button', { name: 'Save the plan' }).click();
  const question = page.getByRole('dialog', { name: 'Somebody else has saved this plan since you opened it.' });
  await checkAccessibility();
  await question.getByRole('button', { name: 'Open the other version' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Rain');

  // A colleague has deleted it.
  expect((await editor.delete(`/api/edition-plans/${id}`)).status).toBe(200);
  await page.getByLabel('Title').fill('Rain at last');
  await page.getByRole('button', { name: 'Save the plan' }).click();
  await page
    .getByRole('dialog', { name: 'Somebody else has deleted this plan.' })
    .getByRole('button', { name: 'Save mine as another plan' })
    .click();
  await expect(page).toHaveURL(new RegExp(`plan=(?!${id}$)\\d+`));
  await expect(page.getByLabel('Title')).toHaveValue('Rain at last');
});
