import { join } from 'node:path';
import { test as base, expect, type Page, type Request } from '@playwright/test';
import type { Role } from '#src/rules/roles.rules.ts';
import type { Client } from '../client.ts';
import { openSharedSite, type SharedSite } from '../shared-site.ts';
import { openTestSite, password, type Start, type TestSite } from '../site.ts';
import { findViolations, type Look } from './accessibility.ts';

export { expect, password };

interface Fixtures {
  /** Extra environment variables for this test's site; setting any gives the test its own site. */
  env: Record<string, string>;
  /** The worker process's shared site, reset to its initial state, or a new one. */
  site: TestSite;
  /** Logs the page's browser in, as the login page would, and returns a client with the same token. */
  login(role: Exclude<Role, 'visitor'>): Promise<Client>;
  /** Browser console messages. Each fails the test, so a test that provokes one removes it. */
  consoleErrors: string[];
  /** Fails on any axe violation on the page in its current state, in the light look: colours.test.ts proves the contrast of all. */
  checkAccessibility(page?: Page, looks?: Look[]): Promise<void>;
}

// Chromium's own messages: for an error response, for a language pair that it cannot translate, and for a service
// worker where the journeys have none (playwright.config.ts).
const browsersOwn = [
  'Failed to load resource',
  'The requested language options are not supported',
  'Service Worker registration blocked by Playwright',
];

// Likewise, when the machine is slow: React Router loads a page's style sheets before it shows the page.
const styleWaits = /\.css was preloaded using link preload but not used within a few seconds/;

// Likewise, when a page is left before its view transition ends, or the next page has none. No script of ours starts a
// transition.
const transitionEnded = /^Transition was (?:skipped|aborted)/;

/** Waits for hydration: before it, a link loads a whole page. */
export const waitForHydration = (page: Page) => page.locator('html[data-hydrated]').waitFor({ state: 'attached' });

const openRequests = new WeakMap<Page, Set<Request>>();

/** Waits until a page is hydrated and has no open requests. Does not work with a clock installed by the test. */
export async function loaded(page: Page): Promise<void> {
  await waitForHydration(page);
  const count = async () => {
    // By then React has started whatever follows a render.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    return openRequests.get(page)?.size;
  };
  await expect.poll(count, { intervals: [20, 50, 100] }).toBe(0);
}

const bundle = join(import.meta.dirname, '../../build/server/index.js');

const loadStart = async () => {
  process.env.NODE_ENV = 'production';
  const { start }: { start: Start } = await import(bundle);
  return start;
};

const postgres = () => process.env.TEST_POSTGRES as string; // set by setup.ts

/** Returns the site for `env` and the function that releases it after the test. */
async function siteFor(env: Record<string, string>, shared: () => Promise<SharedSite>) {
  if (Object.keys(env).length > 0) {
    const site = await openTestSite(await loadStart(), postgres(), env);
    return { site, leave: site.close };
  }
  const { site, restore } = await shared();
  return { site, leave: restore };
}

export const test = base.extend<Fixtures, { sharedSite: () => Promise<SharedSite> }>({
  // Opened by the first test that uses it.
  sharedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
    async ({}, use) => {
      let opened: Promise<SharedSite> | undefined;
      await use(() => {
        opened ??= loadStart().then((start) => openSharedSite(start, postgres()));
        return opened;
      });
      await (await opened)?.site.close();
    },
    { scope: 'worker' },
  ],
  env: [{}, { option: true }],
  site: async ({ env, sharedSite }, use, testInfo) => {
    const { site, leave } = await siteFor(env, sharedSite);
    site.takeLog();
    await use(site);
    if (testInfo.status !== testInfo.expectedStatus) process.stderr.write(site.takeLog().join(''));
    await leave();
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
          if (window.top !== window) return; // an embedded PDF has no storage
          // Only once: later changes by the page must persist.
          if (!sessionStorage.getItem('logged-in')) localStorage.setItem('root', root);
          sessionStorage.setItem('logged-in', 'yes');
        },
        JSON.stringify({ state: { user }, version: 0 }),
      );
      return client;
    });
  },
  checkAccessibility: async ({ page }, use) => {
    await use(async (other = page, looks = ['light']) => {
      for (const look of looks) expect(await findViolations(other, look), look).toEqual([]);
    });
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  consoleErrors: async ({}, use) => use([]),
  page: async ({ page, consoleErrors }, use, testInfo) => {
    const open = new Set<Request>();
    openRequests.set(page, open);
    // The stream of a live story stays open.
    page.on('request', (request) => request.resourceType() !== 'eventsource' && open.add(request));
    page.on('requestfinished', (request) => open.delete(request));
    page.on('requestfailed', (request) => open.delete(request));
    page.on('pageerror', ({ message }) => {
      if (!transitionEnded.test(message)) consoleErrors.push(message);
    });
    page.on('console', (message) => {
      const text = message.text();
      const isBrowsersOwn = styleWaits.test(text) || browsersOwn.some((own) => text.startsWith(own));
      if (['error', 'warning'].includes(message.type()) && !isBrowsersOwn) consoleErrors.push(text);
    });
    await use(page);
    if (testInfo.status !== testInfo.expectedStatus)
      process.stderr.write(`${page.url()}\n${await page.locator('body').ariaSnapshot({ timeout: 2000 })}\n`);
    expect(consoleErrors).toEqual([]);
  },
});
