import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { openTestSite, type Start, type TestSite } from './site.ts';

/**
 * Opens a site for a test file and closes it afterwards. After each test its clock runs as before the test; what it has
 * logged meanwhile is shown if the test fails. `loadStart` decides which React is loaded: this file loads no page.
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

/** For a file that opens its site itself. */
export function restoreAfterEach(site: () => TestSite): void {
  let restoreClock: () => void;
  beforeEach(({ onTestFailed }) => {
    restoreClock = site().saveClock();
    site().takeLog();
    onTestFailed(() => void process.stderr.write(site().takeLog().join('')));
  });
  afterEach(() => restoreClock());
}
