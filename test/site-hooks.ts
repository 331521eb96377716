import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { openTestSite, type Start, type TestSite } from './site.ts';

/**
 * Opens a site for a test file and closes it afterwards. After each test it restores the clock, and shows the test's
 * log lines if the test failed. `loadStart` selects the React build: this file loads no page.
 */
export function siteFrom(loadStart: () => Promise<Start>, env?: Record<string, string>): TestSite {
  const site = {} as TestSite; // filled before the first test runs
  beforeAll(async () => {
    Object.assign(site, await openTestSite(await loadStart(), inject('postgres'), env));
  });
  restoreAfterEach(() => site);
  afterAll(() => site.close());
  return site;
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
