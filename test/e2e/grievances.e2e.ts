import { nextMail } from '../mailbox.ts';
import { expect, test } from './fixtures.ts';

test('a grievance is filed, acknowledged, decided and counted', { tag: '@core' }, async ({
  page,
  login,
  site,
  checkAccessibility,
}) => {
  await page.goto('/grievance');
  await page.getByRole('button', { name: 'Send grievance' }).click();
  await expect(page.getByText('Please choose what it is about.')).toBeVisible();
  await checkAccessibility();
  await page.getByLabel('Name').fill('Ila Bose');
  await page.getByLabel('E-mail').fill('ila@readers.test');
  await page.getByLabel('What it is about').selectOption('Something you published');
  await page.getByLabel('What happened').fill('The story names the wrong street.');
  await page.getByRole('button', { name: 'Send grievance' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'GR-' })).toBeVisible();
  const row = page.getByRole('table').getByRole('row').nth(1);
  await expect(row.getByRole('cell')).toHaveText(['1', '0', '1']);
  const { subject } = await nextMail(site, 'ila@readers.test');
  const number = subject.replace('Your grievance ', '');

  await login('admin');
  await page.goto('/news');
  await page.getByLabel('Your account').click();
  await page.getByRole('link', { name: 'Grievances' }).click();
  await expect(page.getByRole('cell', { name: number, exact: true })).toBeVisible();
  await checkAccessibility();
  await page.getByRole('button', { name: `Decide: ${number}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('The story names the wrong street.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Mail the decision' }).click();
  await expect(dialog.getByText('Please choose a decision.').first()).toBeVisible(); // at the field and as a toast
  await expect(dialog.getByText('Please give the reasons.')).toBeVisible();
  await checkAccessibility();
  await dialog.getByLabel('State').selectOption('upheld in part');
  await dialog.getByLabel('Decision and reasons').fill('The street has been corrected; the picture is right.');
  await dialog.getByRole('button', { name: 'Mail the decision' }).click();
  await expect(page.getByText('The decision has been mailed.')).toBeVisible();
  await expect(page.getByRole('button', { name: `Read ${number}` })).toContainText('upheld in part by');
  expect((await nextMail(site, 'ila@readers.test')).text).toContain('The street has been corrected');

  await page.goto('/grievance');
  await expect(row.getByRole('cell')).toHaveText(['1', '1', '0']);
});
