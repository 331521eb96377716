import { createStory } from '../factories/stories.ts';
import { nextMail } from '../mailbox.ts';
import { expect, test } from './fixtures.ts';

test('a reporter hands in a story; an editor hears of it, talks about it, approves and publishes it', {
  tag: '@core',
}, async ({ page, login, site, checkAccessibility }) => {
  const reporter = await site.as('reporter');
  const { id } = await createStory(reporter, { status: 'ready', news_title: 'Ferry pier opens' });
  await login('editor');
  await page.goto('/news');
  const bell = page.getByLabel('Waiting for you: 1', { exact: true });
  await bell.click();
  await expect(page.getByRole('link', { name: '1 story ready for the desk' })).toBeVisible();
  await checkAccessibility();

  await page.goto(`/admin/edit/${id}`);
  const desk = page.getByRole('region', { name: 'On the desk' });
  await desk.getByLabel('Comment for colleagues').fill('Which pier?');
  await desk.getByRole('button', { name: 'Comment' }).click();
  await expect(desk.getByText('Which pier?', { exact: true })).toBeVisible();
  await expect(desk.getByLabel('Comment for colleagues')).toHaveValue('');
  expect((await reporter.get(`/api/stories/${id}/desk`)).body.comments).toHaveLength(1);
  await checkAccessibility();

  await page.getByLabel('Status').selectOption('Approved');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('News updated successfully')).toBeVisible();
  expect((await reporter.get(`/api/admin/${id}`)).body.status).toBe('approved');
});

test('a reporter is offered his own steps only, and neither the board’s tools nor the pages of others', async ({
  page,
  login,
  site,
}) => {
  await createStory(await site.as('editor'), { news_title: 'Published by the desk' });
  await login('reporter');
  await page.goto('/news');
  await expect(page.getByRole('link', { name: 'Post News' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await page.getByLabel(/^Your account/).click();
  await expect(page.getByRole('link', { name: 'Drafts' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Trash' })).toHaveCount(0);
  await page.goto('/admin-create');
  await expect(page.getByLabel('Status').locator('option')).toHaveText(['Ready for the desk', 'Draft']);
});

test('a role that has no part in a form sees so at once, not after filling it', async ({ page, login }) => {
  await login('accountant');
  for (const path of ['/admin-create', '/pdf-upload', '/compose']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'This page is not open to you' })).toBeVisible();
    await expect(page.getByRole('main').locator('form')).toHaveCount(0);
  }
  await page.goto('/admin/statements');
  await expect(page.getByRole('heading', { name: 'Bank statements' })).toBeVisible();
});

test('an editor is not offered the import of bank statements', async ({ page, login }) => {
  await login('editor');
  await page.goto('/admin/statements');
  await expect(page.getByRole('heading', { name: 'This page is not open to you' })).toBeVisible();
});

test('an administrator invites a colleague, who sets a password and is in the newsroom', { tag: '@core' }, async ({
  page,
  login,
  site,
}) => {
  await login('admin');
  await page.goto('/admin/people');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('Anita Rao');
  await dialog.getByLabel('Email').fill('anita@desk.test');
  await dialog.getByLabel('Role').selectOption('Sub-editor');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByText('The invitation is on its way.')).toBeVisible();
  await expect(page.getByLabel('Role of Anita Rao')).toHaveValue('sub_editor');

  const link = /\/reset-password\S+/.exec((await nextMail(site, 'anita@desk.test')).text)?.[0] ?? '';
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('a river in spate');
  await page.getByLabel(/again|Repeat|Confirm/i).fill('a river in spate');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL('/admin');
  await page.getByLabel('Email').fill('anita@desk.test');
  await page.getByLabel('Password').fill('a river in spate');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/admin-news');
});
