import { picked } from '../factories/documents.ts';
import { addEdition } from '../factories/editions.ts';
import { sendEnquiry } from '../factories/enquiries.ts';
import { fileGrievance } from '../factories/grievances.ts';
import { printedStory } from '../factories/newspapers.ts';
import { pdfFile } from '../factories/pdfs.ts';
import { createStory } from '../factories/stories.ts';
import { submit } from '../factories/submissions.ts';
import { expect, password } from './fixtures.ts';
import { test } from './keys.ts';

// Newsroom journeys by keyboard alone.

test('an editor logs in, publishes a story and changes it', { tag: '@core' }, async ({ page, site, keys }) => {
  const editor = await site.createUser('editor');
  await page.goto('/admin');
  await keys.type(page.getByLabel('Email'), editor.email);
  await keys.type(page.getByLabel('Password'), password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin-news');
  await keys.press(page.getByRole('link', { name: 'Post News' }));
  await expect(page).toHaveURL('/admin-create');
  await keys.choose(page.getByLabel('Category', { exact: true }), 'India');
  await keys.choose(page.getByLabel('Sub-category', { exact: true }), 'Others');
  await keys.type(page.getByLabel('Custom submenu'), 'Ferries');
  await keys.type(page.getByLabel('Title'), 'Ferry runs late');
  await keys.press(page.getByRole('button', { name: 'Create News' }));
  await expect(page.getByText('News Created')).toBeVisible();

  await page.goto('/admin-news');
  await keys.press(page.getByRole('link', { name: 'Edit: Ferry runs late' }));
  await expect(page.getByLabel('Title')).toHaveValue('Ferry runs late');
  await keys.type(page.getByLabel('Title'), 'Ferry runs again');
  await keys.type(page.getByLabel('Description'), 'It left at six.');
  await keys.press(page.getByRole('button', { name: 'Update' }));
  await expect(page.getByText('News updated successfully')).toBeVisible();
});

test('an editor deletes a story, undoes that, and restores another from the trash', { tag: '@core' }, async ({
  page,
  login,
  keys,
  checkAccessibility,
}) => {
  const editor = await login('editor');
  const { id } = await createStory(editor, { news_title: 'Ferry runs late' });
  await createStory(editor, { news_title: 'Bystander' });
  await page.goto('/admin-news');
  const story = page.getByRole('heading', { name: 'Ferry runs late' });
  const dialog = page.getByRole('dialog');
  await keys.press(page.getByRole('button', { name: 'Delete: Ferry runs late' }));
  await checkAccessibility();
  await keys.press(dialog.getByRole('button', { name: 'Cancel' }));
  await expect(story).toBeVisible();
  await keys.press(page.getByRole('button', { name: 'Delete: Ferry runs late' }));
  await keys.press(dialog.getByRole('button', { name: 'Delete', exact: true }));
  await expect(page.getByText('Post deleted successfully!')).toBeVisible();
  await expect(story).toBeHidden();
  await keys.press(page.getByRole('button', { name: 'Undo' }));
  await expect(story).toBeVisible();

  await editor.delete(`/api/admin/${id}`);
  await page.goto('/admin/trash');
  await keys.skipMenus();
  await checkAccessibility();
  await keys.press(page.getByRole('row', { name: /Ferry runs late/ }).getByRole('button', { name: 'Restore' }));
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  await page.goto('/news');
  await expect(story).toBeVisible();
});

test('an editor arranges the board, and the buttons of a moved story keep the focus', { tag: '@core' }, async ({
  page,
  login,
  keys,
}) => {
  const client = await login('editor');
  for (const name of ['f', 'e', 'd', 'c', 'b', 'a']) await createStory(client, { news_title: `Sport ${name}` });
  await createStory(client, { news_title: 'Market', news_category: 'Business', news_sub_category: 'Markets' });
  await page.goto('/admin-news');
  const sport = page.getByRole('region', { name: 'Sports News' }).getByRole('heading', { level: 3 });
  const order = (letters: string) => expect(sport).toHaveText([...letters].map((letter) => `Sport ${letter}`));
  await order('abcdef');
  await keys.press(page.getByRole('button', { name: 'Move down: Sport a' }));
  for (const letters of ['bcadef', 'bcdaef', 'bcdeaf', 'bcdefa']) {
    await page.keyboard.press('Enter');
    await order(letters);
  }
  // The last story can only move up.
  await expect(page.getByRole('button', { name: 'Move up: Sport a' })).toBeFocused();
  await page.keyboard.press('Enter');
  await order('bcdeaf');
  const elsewhere = page.getByLabel('Move to another category: Sport b');
  await keys.press(elsewhere, 'B'); // selects Business
  await order('cdeaf');
  await expect(elsewhere).toBeFocused();
  await keys.press(page.getByRole('button', { name: 'Save layout' }));
  await expect(page.getByText('Layout saved')).toBeVisible();
});

test('an editor approves a submission, and reads and rejects another', { tag: '@core' }, async ({
  page,
  site,
  login,
  keys,
}) => {
  await submit(await site.as('reader'), { title: 'Lake frogs' });
  await submit(await site.as('reader'), { title: 'Night trains' });
  await login('editor');
  await page.goto('/publication');
  await keys.skipMenus();
  const row = (title: string) => page.getByRole('row').filter({ hasText: title });
  await keys.press(row('Night trains').getByRole('button', { name: 'Approve' }));
  await keys.press(page.getByRole('dialog').getByRole('button', { name: 'Confirm' }));
  await expect(row('Night trains').getByText('Approved')).toBeVisible();

  await keys.press(page.locator('.review-open', { hasText: 'Lake frogs' }));
  const pane = page.getByRole('region', { name: 'Reading pane' });
  await expect(pane.getByRole('heading', { name: 'Lake frogs' })).toBeFocused();
  await keys.press(pane.getByRole('button', { name: 'Reject' }));
  const dialog = page.getByRole('dialog');
  await keys.press(dialog.getByLabel('The work is not original, or its sources are not named.'), 'Space');
  await keys.type(dialog.getByLabel('Words to the author'), 'Whose table is it?');
  await keys.press(dialog.getByRole('button', { name: 'Confirm' }));
  await expect(row('Lake frogs').getByText('Rejected')).toBeVisible();
});

test('an editor changes, deletes and restores an edition', { tag: '@core' }, async ({ page, login, keys }) => {
  await addEdition(await login('editor'), ['Night final']);
  await page.goto('/admin/editions');
  await keys.skipMenus();
  await keys.press(page.getByRole('button', { name: 'Edit' }));
  const dialog = page.getByRole('dialog');
  await keys.type(dialog.getByLabel('Title (optional)'), 'The fair opens');
  await keys.choose(dialog.getByLabel('Period'), 'Yearly');
  await keys.press(dialog.getByRole('button', { name: 'Save' }));
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row', { name: /The fair opens/ });
  await expect(row).toContainText('Yearly');
  await keys.press(row.getByRole('button', { name: 'Delete' }));
  await keys.press(page.getByRole('button', { name: 'Undo' }));
  await expect(page.getByText('Edition restored')).toBeVisible();
});

test('an editor finds, finishes and publishes a draft', { tag: '@core' }, async ({ page, login, keys }) => {
  await createStory(await login('editor'), { news_title: 'Ferry runs late', status: 'draft' });
  await page.goto('/news');
  await keys.press(page.getByLabel('Your account'));
  await keys.press(page.getByRole('link', { name: 'Drafts' }));
  await keys.press(page.getByRole('link', { name: 'Ferry runs late' }));
  await expect(page.getByLabel('Title')).toHaveValue('Ferry runs late');
  await keys.choose(page.getByLabel('Status'), 'Publish now');
  await keys.press(page.getByRole('button', { name: 'Update' }));
  await expect(page.getByText('News updated successfully')).toBeVisible();
});

test('an editor uploads an edition, and composes the next from the stories', { tag: '@core' }, async ({
  page,
  login,
  keys,
}) => {
  const editor = await login('editor');
  for (const title of ['Ferry late', 'Onion mandi', 'Night final']) await printedStory(editor, title);
  await page.goto('/pdf-upload');
  await keys.skipMenus();
  await keys.choose(page.getByLabel('Period'), 'Monthly');
  await keys.pick(page.getByLabel('PDF file'), await picked(pdfFile('Suryanagar 2026-11-21.pdf')));
  await keys.type(page.getByLabel('Title (optional)'), 'The fair opens');
  await keys.press(page.getByRole('button', { name: 'Upload PDF' }));
  await expect(page.getByText('PDF uploaded successfully!')).toBeVisible();

  await keys.press(page.getByLabel('Your account'));
  await keys.press(page.getByRole('link', { name: 'Compose' }));
  const titles = page
    .getByRole('region', { name: /^Stories/ })
    .getByRole('list')
    .first()
    .getByRole('listitem');
  const order = (...texts: string[]) => expect(titles).toHaveText(texts.map((text) => new RegExp(`^${text}`)));
  await order('Night final', 'Onion mandi', 'Ferry late');
  await keys.press(page.getByRole('button', { name: 'Move down: Night final' }));
  await order('Onion mandi', 'Night final', 'Ferry late');
  await page.keyboard.press('Enter');
  await order('Onion mandi', 'Ferry late', 'Night final');
  await expect(page.getByRole('button', { name: 'Move up: Night final' })).toBeFocused();
  await keys.press(page.getByRole('button', { name: 'Leave out: Onion mandi' }));
  await keys.press(page.getByRole('button', { name: 'Take into the paper: Onion mandi' }));
  await keys.choose(page.getByLabel('Weight of Onion mandi'), 'Second');
  await expect(page.getByRole('img', { name: 'Page 1 of the newspaper as it would be printed' })).toBeVisible();
  await keys.type(page.getByLabel('Title'), 'The week');
  await keys.press(page.getByRole('button', { name: 'Publish' }));
  await expect(page.getByText('The week is on the rack.')).toBeVisible();
});

test('an admin changes a setting and a page', { tag: '@core' }, async ({ page, login, keys }) => {
  await login('admin');
  await page.goto('/admin/settings');
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
  await keys.skipMenus();
  await keys.type(page.getByLabel('Phone'), '+91 22 5555 0100');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Settings saved')).toBeVisible();

  await keys.press(page.getByLabel('Your account'));
  await keys.press(page.getByRole('link', { name: 'Pages', exact: true }));
  await keys.press(page.getByRole('row').filter({ hasText: 'About' }).getByRole('link', { name: 'Edit' }));
  const title = page.getByLabel('Title', { exact: true });
  await expect(title).toHaveValue(/About/);
  await keys.type(title, 'About us all');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The page has been saved.')).toBeVisible();
  await keys.press(page.getByRole('button', { name: 'Restore Version 0' }));
  await expect(page.getByText('The older version is in force again.')).toBeVisible();
});

test('an admin answers an enquiry, decides a grievance and promotes a reader to editor', { tag: '@core' }, async ({
  page,
  site,
  login,
  keys,
}) => {
  await sendEnquiry(site, { name: 'Ila Bose' });
  await fileGrievance(site);
  await site.createUser('reader', { name: 'Dhruv Menon' });
  await login('admin');
  await page.goto('/admin/enquiries');
  await expect(page.getByRole('row')).toHaveCount(2);
  await keys.skipMenus();
  await keys.press(page.getByLabel('State of the enquiry of Ila Bose'), 'a'); // selects “answered”
  await expect(page.getByText('Saved')).toBeVisible();
  await keys.press(page.getByRole('button', { name: 'Note on Ila Bose' }));
  const dialog = page.getByRole('dialog');
  await keys.type(dialog.getByLabel('Note'), 'Visits us on Monday');
  await keys.press(dialog.getByRole('button', { name: 'Save note' }));
  await expect(page.getByText('Visits us on Monday')).toBeVisible();

  await page.goto('/admin/grievances');
  await expect(page.getByRole('row')).toHaveCount(2);
  await keys.skipMenus();
  await keys.press(page.getByRole('button', { name: /^Decide:/ }));
  await keys.choose(dialog.getByLabel('State'), 'upheld');
  await keys.type(dialog.getByLabel('Decision and reasons'), 'The street has been corrected.');
  await keys.press(dialog.getByRole('button', { name: 'Mail the decision' }));
  await expect(page.getByText('The decision has been mailed.')).toBeVisible();

  await page.goto('/admin/people');
  await keys.skipMenus();
  await keys.type(page.getByLabel('Search name, e-mail or number'), 'dhruv');
  await expect(page.getByRole('row')).toHaveCount(2);
  site.advance(20 * 60_000);
  await keys.press(page.getByLabel('Role of Dhruv Menon'), 'E'); // selects Editor
  await expect(dialog).toBeVisible();
  await page.keyboard.type(password); // the field has the focus
  await keys.press(dialog.getByRole('button', { name: 'Go on' }));
  await expect(page.getByLabel('Role of Dhruv Menon')).toHaveValue('editor');
});
