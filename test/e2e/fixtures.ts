import { join } from 'node:path';
import { test as base, expect, type Page, type Request } from '@playwright/test';
import type { Role } from '#src/calls/call.ts';
import type { Client } from '../client.ts';
import { openTestSite, password, type Start, type TestSite } from '../site.ts';
import { findViolations, type Look } from './accessibility.ts';
import { openSharedSite, type SharedSite } from './shared-site.ts';

export { expect, password };

interface Fixtures {
  /** What this test's site is started with beside the usual; with anything here the test has a site of its own. */
  env: Record<string, string>;
  /** The site of this worker process as if it had just started, or a new one. */
  site: TestSite;
  /** Logs the page's browser in, as the login page would leave it, and returns a client with the same token. */
  login(role: Exclude<Role, 'visitor'>): Promise<Client>;
  /** Messages in the browser's console. Each is a fault: a test that provokes one takes it out. */
  consoleErrors: string[];
  /** Fails when axe finds anything on the page as it stands. */
  checkAccessibility(page?: Page, looks?: Look[]): Promise<void>;
}

// What Chromium itself writes: of an answer that is an error, and of a pair of languages that it cannot translate.
const browsersOwn = ['Failed to load resource', 'The requested language options are not supported'];

// The same of a page that is left before it has faded in, or whose successor does not fade in. No script of ours begins a
// transition.
const transitionEnded = /^Transition was (?:skipped|aborted)/;

/** Waits until a page answers by itself: before, a link loads a whole page. */
export const waitForHydration = (page: Page) => page.locator('html[data-hydrated]').waitFor({ state: 'attached' });

const openRequests = new WeakMap<Page, Set<Request>>();

/** Waits until a page is hydrated and none of its requests is open. Not with a clock that the test has installed. */
export async function loaded(page: Page): Promise<void> {
  await waitForHydration(page);
  const count = async () => {
    // What React begins after a rendering has begun by then.
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

/** The site for `env`, and how it is put away after the test. */
async function siteFor(env: Record<string, string>, shared: () => Promise<SharedSite>) {
  if (Object.keys(env).length > 0) {
    const site = await openTestSite(await loadStart(), postgres(), env);
    return { site, leave: site.close };
  }
  const { site, restore } = await shared();
  return { site, leave: restore };
}

export const test = base.extend<Fixtures, { sharedSite: () => Promise<SharedSite> }>({
  // Opened by the first test that wants it.
  sharedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs off this pattern
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
      for (const look of looks) expect(await findViolations(other, look), look).toEqual([]);
    });
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs off this pattern
  consoleErrors: async ({}, use) => use([]),
  page: async ({ page, consoleErrors }, use) => {
    const open = new Set<Request>();
    openRequests.set(page, open);
    page.on('request', (request) => open.add(request));
    page.on('requestfinished', (request) => open.delete(request));
    page.on('requestfailed', (request) => open.delete(request));
    page.on('pageerror', ({ message }) => {
      if (!transitionEnded.test(message)) consoleErrors.push(message);
    });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !browsersOwn.some((text) => message.text().startsWith(text)))
        consoleErrors.push(message.text());
    });
    await use(page);
    expect(consoleErrors).toEqual([]);
  },
});
