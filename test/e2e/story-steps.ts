// Steps of the journeys that edit stories.
import type { Browser, Page } from '@playwright/test';
import type { TestSite } from '../site.ts';
import { expect, password } from './fixtures.ts';

export const title = (page: Page) => page.getByLabel('Title', { exact: true });
export const text = (page: Page) => page.getByLabel(/^Description/);
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
      return rows.some(({ fields }) => JSON.stringify(fields).includes(words));
    })
    .toBe(true);

/** Waits until what was typed is stored in this browser. */
export const savedInBrowser = (page: Page, words: string) =>
  page.waitForFunction((words) => Object.values(localStorage).some((saved) => String(saved).includes(words)), words);
