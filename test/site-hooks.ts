import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { openSharedSite, type SharedSite } from './shared-site.ts';
import { openTestSite, type Start, type TestSite } from './site.ts';

/**
 * Opens a site for a test file and closes it afterwards. After each test it restores the clock, and shows the test's
 * log lines if the test failed. `loadStart` selects the React build: this file loads no page.
 */
export function siteFrom(loadStart: () => Promise<Start>, env?: Record<string, string>): TestSite {
  const site = {} as TestSite; // filled before the first test runs
  let leave = async () => {};
  beforeAll(async () => {
    const start = await loadStart();
    if (env) {
      Object.assign(site, await openTestSite(start, inject('postgres'), env));
      leave = site.close;
    } else {
      const { site: opened, restore } = await sharedBy(start);
      Object.assign(site, opened);
      leave = restore;
    }
  });
  restoreAfterEach(() => site);
  afterAll(() => leave());
  return site;
}

const shared = new Map<Start, Promise<SharedSite>>();

/** The site of this worker process, which ends with it: to start one and to drop its database takes as long as five tests. */
async function sharedBy(start: Start): Promise<SharedSite> {
  const opening = shared.get(start) ?? openSharedSite(start, inject('postgres'));
  shared.set(start, opening);
  return opening;
}

/** Restores the clock and shows the log in the same way, for a file that opens its site itself. */
export function restoreAfterEach(site: () => TestSite): void {
  let restoreClock: () => void;
  beforeEach(({ onTestFailed }) => {
    restoreClock = site().saveClock();
    site().takeLog();
    onTestFailed(() => void process.stderr.write(site().takeLog().join('')));
  });
  afterEach(() => restoreClock());
}
