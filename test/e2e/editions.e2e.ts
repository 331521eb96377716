import { addEdition } from '../factories/editions.ts';
import { expect, test } from './fixtures.ts';

test('an editor sees what a colleague has changed in the same edition, and overwrites nothing unseen', async ({
  page,
  login,
  site,
  checkAccessibility,
}) => {
  await login('editor');
  const colleague = await site.as('editor');
  const id = await addEdition(colleague, ['Night final'], { title: 'Weekly', place: 'Naubat Ghat' });
  await page.goto('/admin/editions');
  await page.getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Weekly, mine');
  await colleague.form('PUT', `/api/editions/${id}`, { title: 'Weekly, theirs', place: 'Suryanagar' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Somebody else has changed this edition in the meantime.').first()).toBeVisible();
  await expect(dialog.getByLabel('Title')).toHaveValue('Weekly, mine');
  await expect(dialog.getByLabel('Title')).toHaveAccessibleDescription('Stored now: “Weekly, theirs”');
  await expect(dialog.getByLabel('Place (optional)', { exact: true })).toHaveValue('Suryanagar'); // untouched here
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const [stored] = (await colleague.get('/api/editions')).body;
  expect(stored).toMatchObject({ title: 'Weekly, mine', place: 'Suryanagar' });
});
