import type { Page } from '@playwright/test';
import { fillWithMarkup } from '../attack/hostile-paper.ts';
import { expect, test } from './fixtures.ts';

/** Opens pages and returns the markup that became elements or ran. */
async function markupIn(page: Page, paths: string[]): Promise<string[]> {
  const found: string[] = [];
  await page.exposeFunction('canary', () => found.push(`${page.url()}: ran`));
  page.on('dialog', (dialog) => found.push(`${page.url()}: ${dialog.message()}`));
  for (const path of paths) {
    await page.goto(path);
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    const seen = await page.evaluate(() => {
      const all = [
        ...document.querySelectorAll(
          'canary-x, [onclick], [onload], [onerror], svg[onload], script[src*=canary], a[href^="javascript:"], a[href^="data:"]',
        ),
      ];
      for (const link of document.querySelectorAll<HTMLElement>('canary-x')) link.click();
      return all.map(({ outerHTML }) => outerHTML.slice(0, 200));
    });
    found.push(...seen.map((html) => `${path}: ${html}`));
  }
  return found;
}

test.slow(); // each test opens some thirty pages

// A blocked script would be a CSP error in the console, so the page must not even try to run one.
test('markup in any text is shown, not run: pages open to visitors', async ({ page, site, consoleErrors }) => {
  const { open } = await fillWithMarkup(site);
  expect(await markupIn(page, open)).toEqual([]);
  await page.goto(open.find((path) => /^\/news\/\d+$/.test(path)) ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<canary-x');
  expect(consoleErrors.splice(0).filter((complaint) => !complaint.includes('404'))).toEqual([]);
});

test('markup in any text is shown, not run: pages of the newsroom', async ({ page, site, login }) => {
  const { newsroom } = await fillWithMarkup(site);
  await login('admin');
  expect(await markupIn(page, newsroom)).toEqual([]);
});
