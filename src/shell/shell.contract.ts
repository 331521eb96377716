import type { SiteInfo } from '#src/settings/site-info.contract.ts';

/** Data of the header and footer of every page. */
export interface Shell {
  /** Today in India: short and long for display, and as an ISO date. */
  today: { short: string; long: string; iso: string };
  site: SiteInfo;
  /** Feeds of all stories. */
  feeds: { type: string; title: string; path: string }[];
  /** Whether devices may store pages for offline reading. */
  offlineReading: boolean;
  categories: { name: string; slug: string }[];
}
