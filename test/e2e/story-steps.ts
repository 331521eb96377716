// Steps of the journeys that edit stories.
import type { Browser, Locator, Page } from '@playwright/test';
import type { TiptapEditorHTMLElement } from '@tiptap/core';
import type { TestSite } from '../site.ts';
import { expect, password } from './fixtures.ts';

export const title = (page: Page) => page.getByLabel('Title', { exact: true });
export const text = (page: Page) => page.getByLabel(/^Description/);
/** The editor of the text, once it has been loaded. */
export const textEditor = (page: Page) => text(page).and(page.locator('[contenteditable=true]'));

/** Pastes into the field that has the focus, from the clipboard's types. */
export const paste = (field: Locator, types: Record<string, string>) =>
  field.evaluate((element, types) => {
    const clipboardData = new DataTransfer();
    for (const [type, content] of Object.entries(types)) clipboardData.setData(type, content);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, types);

/**
 * Moves the caret of the editor by Home or End to a block with these words, until the editor has received
 * the event that follows. Just after it got the focus, a key may be lost.
 */
export const moveCaret = (page: Page, key: 'ControlOrMeta+Home' | 'ControlOrMeta+End' | 'Home', words: string) =>
  expect(async () => {
    await textEditor(page).press(key);
    const caret = () =>
      textEditor(page).evaluate((element: TiptapEditorHTMLElement) => {
        const { parent, parentOffset } = element.editor?.state.selection.$head ?? {};
        return [parent?.textContent, parentOffset];
      });
    await expect.poll(caret, { timeout: 1000 }).toEqual([words, key.endsWith('Home') ? 0 : words.length]);
  }).toPass();

/** Replaces the text of the story by this Markdown. */
export async function writeText(page: Page, markdown: string): Promise<void> {
  await textEditor(page).press('ControlOrMeta+a');
  await paste(textEditor(page), { 'text/plain': markdown });
}

/** The text of the story, as it is stored. */
export async function expectMarkdown(page: Page, markdown: string | RegExp): Promise<void> {
  await textEditor(page).waitFor();
  await page.getByRole('button', { name: 'Markdown' }).click();
  await expect(text(page)).toHaveValue(markdown);
  await page.getByRole('button', { name: 'Show the formatted text' }).click();
  await textEditor(page).waitFor();
}
export const update = (page: Page) => page.getByRole('button', { name: 'Update' }).click();
/** The buttons that continue a text that was left unsaved. */
export const continueButtons = (page: Page) => page.getByRole('button', { name: 'Continue' });

/** Opens a page in another browser, through the newsroom's login. */
export async function openInOtherBrowser(browser: Browser, site: TestSite, email: string, path: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: site.address })).newPage();
  await page.goto(`/admin?from=${encodeURIComponent(path)}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(path);
  return page;
}

/** A second editor's browser, on a page. */
export async function openAsColleague(browser: Browser, site: TestSite, path: string): Promise<Page> {
  const { email } = await site.createUser('editor', { name: 'Bina Das' });
  return openInOtherBrowser(browser, site, email, path);
}

/** Waits until what was typed is in a working copy on the server. */
export const savedOnServer = (site: TestSite, words: string) =>
  expect
    .poll(async () => {
      const { rows } = await site.db.execute<{ fields: unknown }>('SELECT fields FROM working_copies');
      return JSON.stringify(rows);
    })
    .toContain(words);

/** Waits until what was typed is stored in this browser. */
export const savedInBrowser = (page: Page, words: string) =>
  page.waitForFunction((words) => Object.values(localStorage).some((saved) => String(saved).includes(words)), words);

/** Deletes the text of a story by keys: what `fill('')` selects may reach the editor later than its Delete. */
export async function emptyText(page: Page): Promise<void> {
  await textEditor(page).press('ControlOrMeta+a');
  await textEditor(page).press('Delete');
}
