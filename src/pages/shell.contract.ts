/** What every page of the site needs around itself. */
export interface Shell {
  /** Today in India, short, as the top strip shows it, and as a calendar day. */
  today: { short: string; long: string; iso: string };
  site: SiteInfo;
  /** The feeds of the whole paper. */
  feeds: { type: string; title: string; path: string }[];
  /** Whether devices may keep pages. */
  offlineReading: boolean;
  categories: { name: string; slug: string }[];
}

export interface SiteInfo {
  name: string;
  /** Empty for the catalogue's own words. */
  motto: string;
  phone: string;
  email: string;
  address: string;
  /** Addresses; an unset one is shown as an icon that leads nowhere. */
  social: { facebook: string; x: string; instagram: string; youtube: string };
}
