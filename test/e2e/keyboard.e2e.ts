import type { Locator, Page } from '@playwright/test';
import { pdfFile, picked } from '../factories/documents.ts';
import { addEdition } from '../factories/editions.ts';
import { createStory } from '../factories/stories.ts';
import { submit } from '../factories/submissions.ts';
import { expect, password, test } from './fixtures.ts';

/** Goes on by Tab until this has the focus, and can be seen to have it. */
async function reach(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 200; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
  // A card's link marks the whole card, by what lies over it.
  const outlines = await target.evaluate((element) =>
    [undefined, '::after'].map((part) => getComputedStyle(element, part).outlineStyle),
  );
  expect(outlines).not.toEqual(['none', 'none']);
}

async function press(page: Page, target: Locator, key = 'Enter') {
  await reach(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, target: Locator, text: string) {
  await reach(page, target);
  await page.keyboard.type(text);
}

test('by keyboard alone: past the menus, to a story, its category, and the login', async ({ page, site }) => {
  const { email } = await site.createUser('reader');
  const { id } = await createStory(await site.as('editor'), { news_title: 'Nets at dawn' });
  await page.goto('/news');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter'); // the first stop skips the menus
  await expect(page.getByRole('main')).toBeFocused();
  await press(page, page.getByRole('link', { name: 'Nets at dawn' }));
  await expect(page).toHaveURL(`/news/${id}`);
  await press(page, page.getByRole('article').first().getByRole('link', { name: 'Cricket' }));
  await expect(page).toHaveURL('/category/sports-news/subcategory/cricket');
  await press(page, page.getByLabel('Your account'));
  await press(page, page.getByRole('link', { name: 'Log in' }));
  await type(page, page.getByLabel('Email'), email);
  await type(page, page.getByLabel('Password'), password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Login successful!')).toBeVisible();
});

test('by keyboard alone: a work is handed in', async ({ page, login }) => {
  await login('reader');
  await page.goto('/publication');
  await type(page, page.getByLabel('Article type'), 'letter');
  // The choice of a file is the system's own dialog; its button is reached like every other.
  for (const label of ['Bonafide file', 'Essay file']) {
    await reach(page, page.getByLabel(label));
    await page.getByLabel(label).setInputFiles(await picked(pdfFile(`${label}.pdf`)));
  }
  await press(page, page.getByRole('button', { name: 'Submit' }));
  await expect(page.getByText('✅ Article submitted successfully!')).toBeVisible();
});

test('by keyboard alone: a plan is chosen, declared, and an edition read and downloaded', async ({
  page,
  site,
  login,
}) => {
  const edition = await addEdition(await site.as('editor'), ['Night final', 'Onion mandi', 'The weather']);
  await login('reader');
  await page.goto('/payment');
  await press(page, page.getByRole('button', { name: /Weekly/ }), 'Space');
  await expect(page.getByText('₹10.00')).toBeVisible();
  page.on('dialog', (dialog) => dialog.accept());
  await press(page, page.getByRole('button', { name: 'I Have Paid' }));
  await expect(page).toHaveURL('/e-paper');
  const download = page.waitForEvent('download');
  await press(page, page.getByRole('button', { name: 'Download' }));
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  await press(
    page,
    page
      .getByRole('main')
      .getByRole('link', { name: /^reader/ })
      .last(),
  );
  await expect(page).toHaveURL(new RegExp(`/e-paper/${edition}`));
});

test('by keyboard alone: an editor publishes a story and approves a work', async ({ page, site }) => {
  const editor = await site.createUser('editor');
  await submit(await site.as('reader'));
  await page.goto('/admin');
  await type(page, page.getByLabel('Email'), editor.email);
  await type(page, page.getByLabel('Password'), password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin-news');
  await press(page, page.getByRole('link', { name: 'Post News' }));
  await type(page, page.getByLabel('Category', { exact: true }), 'India');
  await type(page, page.getByLabel('Sub-category', { exact: true }), 'Oth');
  await type(page, page.getByLabel('Custom submenu'), 'Ferries');
  await type(page, page.getByLabel('Title'), 'Ferry runs late');
  await press(page, page.getByRole('button', { name: 'Create News' }));
  await expect(page.getByText('News Created')).toBeVisible();

  await page.goto('/publication');
  await press(page, page.getByRole('button', { name: /^Approve/ }).first());
  const dialog = page.getByRole('dialog');
  await press(page, dialog.getByRole('button').first());
  await expect(dialog).toBeHidden();
});
