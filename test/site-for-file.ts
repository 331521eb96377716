import { startSite } from '#src/site/site.ts';
import type { TestSite } from './site.ts';
import { siteFrom } from './site-hooks.ts';

/** Opens a site from its sources for a test file, and closes it afterwards. */
export const siteForFile = (env?: Record<string, string>): TestSite => siteFrom(async () => startSite, env);
