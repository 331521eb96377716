// Letters to the editor: written by a reader, confirmed by mail, shortened and published by an editor, read by everybody.
import { insertLetter } from '../factories/letters.ts';
import { createStory } from '../factories/stories.ts';
import { nextMail } from '../mailbox.ts';
import { expect, test, waitForHydration } from './fixtures.ts';

test('a visitor’s letter survives a reload, is confirmed by mail, and waits for the editors', { tag: '@core' }, async ({
  page,
  browser,
  site,
  login,
  checkAccessibility,
}) => {
  const editor = await login('editor');
  const { id } = await createStory(editor, { news_title: 'The Sunday ferry', status: 'published' });
  const reader = await browser.newPage({ baseURL: site.address, viewport: { width: 360, height: 740 } });
  await reader.goto(`/news/${id}`);
  await waitForHydration(reader);
  await reader.getByRole('link', { name: 'Write a letter to the editor' }).click();
  await expect(reader.getByRole('heading', { name: 'Write a letter to the editor' })).toBeVisible();
  await reader.getByLabel('Your letter').fill('The ferry should run on Sundays.');
  await expect(reader.getByText('6 of 300 words')).toBeVisible();
  await reader.getByLabel('Name', { exact: true }).fill('Ila Bose');
  await reader.reload();
  await waitForHydration(reader);
  await expect(reader.getByLabel('Your letter')).toHaveValue('The ferry should run on Sundays.');
  await expect(reader.getByText('6 of 300 words')).toBeVisible();
  await reader.getByRole('button', { name: 'Send letter' }).click();
  await expect(reader.getByLabel('Place', { exact: true })).toBeFocused(); // the first field with an error
  await checkAccessibility(reader);
  await reader.getByLabel('Place', { exact: true }).fill('Raipur');
  await reader.getByLabel('E-mail', { exact: true }).fill('ila@readers.test');
  await reader.getByRole('checkbox').check();
  await reader.getByRole('button', { name: 'Send letter' }).press('Enter');
  await expect(reader.getByRole('status').filter({ hasText: 'We have sent you a mail.' })).toBeFocused();
  expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const [link = ''] = /\/confirm-letter\?token=\S+/.exec((await nextMail(site, 'ila@readers.test')).text) ?? [];
  await reader.goto(link);
  await waitForHydration(reader);
  await reader.getByRole('button', { name: 'Confirm letter' }).click();
  await expect(reader.getByRole('status').filter({ hasText: 'The editors have your letter now' })).toBeVisible();
  await page.goto('/admin/letters');
  await expect(page.getByRole('listitem').filter({ hasText: 'The ferry should run on Sundays.' })).toContainText(
    'Ila Bose',
  );
  await reader.close();
});

test('an editor decides by keyboard, shortens a letter, and picks it for print; readers see it without scripts', {
  tag: '@core',
}, async ({ page, browser, site, login, checkAccessibility }) => {
  const editor = await login('editor');
  const { id } = await createStory(editor, { news_title: 'Night buses', status: 'published' });
  await insertLetter(site, id, { text: 'Buses at night! And more words.', name: 'Chitra' });
  const second = await insertLetter(site, id, { text: 'Never by night.', name: 'Dev' });
  await insertLetter(site, id, { text: 'Buy my soap.', name: 'Spammer' });
  await page.goto('/admin/letters');
  const letter = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await letter('Buy my soap.').getByRole('button', { name: 'Publish' }).focus();
  await page.keyboard.press('d');
  await page.getByRole('dialog').getByLabel('Reason').fill('It is an advertisement.');
  await checkAccessibility();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(letter('Buy my soap.')).toHaveCount(0);

  // A colleague was faster.
  await editor.json('PUT', `/api/letters/${second.id}`, { version: 1, state: 'declined' });
  await letter('Never by night.').getByRole('button', { name: 'Publish' }).focus();
  await page.keyboard.press('p');
  await expect(page.getByText('has declined this letter in the meantime.')).toBeVisible();
  await expect(letter('Never by night.')).toHaveCount(0);
  await expect(letter('Buses at night!').getByRole('button', { name: 'Publish' })).toBeFocused();

  await page.keyboard.press('e');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Letter' }).fill('Buses at night!');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('No letters wait.')).toBeVisible();
  await page.getByRole('button', { name: 'Published' }).click();
  await letter('Buses at night!').getByText('As it was sent').click();
  await expect(letter('Buses at night!').getByText('And more words.')).toBeVisible();
  await letter('Buses at night!').getByRole('button', { name: 'Pick for print' }).click();
  await expect(letter('Buses at night!').getByRole('button', { name: 'Do not print' })).toBeFocused();
  await page.getByRole('button', { name: 'For print', exact: true }).click();
  await expect(page).toHaveURL(/list=print/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'For print', exact: true })).toHaveAttribute('aria-pressed', 'true');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download (Markdown)' }).click();
  expect((await download).suggestedFilename()).toBe('letters.md');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await checkAccessibility();
  await page.getByRole('button', { name: 'Mark all as printed' }).click();
  await expect(page.getByText('No letters are picked for print.')).toBeVisible();

  // A logged-in reader writes with the name and the address of his account.
  await page.goto(`/news/${id}/letter`);
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(/^editor.*@readers\.test$/);
  await expect(page.getByLabel('E-mail', { exact: true })).not.toBeEditable();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(/^Test editor/);

  const plain = await browser.newContext({ baseURL: site.address, javaScriptEnabled: false });
  const reader = await plain.newPage();
  await reader.goto(`/news/${id}`);
  const section = reader.getByRole('region', { name: 'Letters' });
  await expect(section.getByRole('listitem')).toContainText(['Buses at night!']);
  await expect(section).toContainText('Chitra, Raipur');
  await expect(section).not.toContainText('Never by night.');
  await plain.close();
});
