import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import type { Role } from '#src/calls/call.ts';
import type { Client } from '../client.ts';
import { openTestSite, password, type Start, type TestSite } from '../site.ts';

export { expect, password };

interface Fixtures {
  /** What this test's site is started with beside the usual. */
  env: Record<string, string>;
  site: TestSite;
  /** Logs the page's browser in, as the login page would leave it, and returns a client with the same token. */
  login(role: Exclude<Role, 'visitor'>): Promise<Client>;
  /** Messages in the browser's console. Each is a fault: a test that provokes one takes it out. */
  complaints: string[];
  /** Fails when axe finds anything on the page as it stands; the look `words` is light, without what concerns colours. */
  checkAccessibility(page?: Page, looks?: ('dark' | 'light' | 'words')[]): Promise<void>;
}

// What Chromium itself writes: of an answer that is an error, and of a pair of languages that it cannot translate.
const browsersOwn = ['Failed to load resource', 'The requested language options are not supported'];

// The same of a page that is left before it has faded in, or whose successor does not fade in. No script of ours begins a
// transition.
const transitionEnded = /^Transition was (?:skipped|aborted)/;

const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** Waits until a page answers by itself: before, a link loads a whole page. */
export const alive = (page: Page) => page.locator('html[data-alive]').waitFor({ state: 'attached' });

const bundle = join(import.meta.dirname, '../../build/server/index.js');

export const test = base.extend<Fixtures>({
  env: [{}, { option: true }],
  site: async ({ env }, use) => {
    process.env.NODE_ENV = 'production';
    const { start }: { start: Start } = await import(bundle);
    const site = await openTestSite(start, process.env.TEST_POSTGRES as string /* set by setup.ts */, env);
    await use(site);
    await site.close();
  },
  baseURL: async ({ site }, use) => use(site.address),
  login: async ({ site, context }, use) => {
    await use(async (role) => {
      const client = await site.as(role);
      const { body } = await client.get('/api/verify_token');
      const { id, name, email, profile_image, mobile, isAdmin } = body.user;
      const user = { name, email, user_id: id, token: client.token, isAdmin, profile_image, mobile };
      await context.addInitScript(
        (root) => {
          if (window.top !== window) return; // a PDF within the page has no storage
          // Once: what the page itself changes later must hold.
          if (!sessionStorage.getItem('logged-in')) localStorage.setItem('root', root);
          sessionStorage.setItem('logged-in', 'yes');
        },
        JSON.stringify({ state: { user }, version: 0 }),
      );
      return client;
    });
  },
  checkAccessibility: async ({ page }, use) => {
    await use(async (other = page, looks = ['dark', 'light']) => {
      for (const look of looks) {
        await other.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' });
        // Its older way opens no further page for each look; the newer is for frames of other origins.
        const axe = new AxeBuilder({ page: other }).setLegacyMode();
        // Experimental in axe, so off unless asked for.
        axe.options({ rules: { 'label-content-name-mismatch': { enabled: look !== 'dark' } } });
        if (look === 'dark') axe.withRules(rulesOfColour); // the rest is the same in both
        if (look === 'words') axe.disableRules(rulesOfColour);
        const { violations } = await axe.analyze();
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
        expect(found, look).toEqual([]);
      }
    });
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs off this pattern
  complaints: async ({}, use) => use([]),
  page: async ({ page, complaints }, use) => {
    page.on('pageerror', ({ message }) => {
      if (!transitionEnded.test(message)) complaints.push(message);
    });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !browsersOwn.some((text) => message.text().startsWith(text)))
        complaints.push(message.text());
    });
    await use(page);
    expect(complaints).toEqual([]);
  },
});
