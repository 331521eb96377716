import { afterAll, beforeAll, inject } from 'vitest';
import { startSite } from '#src/site.ts';
import { openTestSite, type TestSite } from './site.ts';

/** Opens a site for a test file and closes it afterwards. */
export function siteForFile(env?: Record<string, string>): TestSite {
  const site = {} as TestSite; // filled before the first test runs
  beforeAll(async () => {
    Object.assign(site, await openTestSite(startSite, inject('postgres'), env));
  });
  afterAll(() => site.close());
  return site;
}
