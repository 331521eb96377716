import { accounts } from '#src/accounts/accounts.slice.ts';
import { desk } from '#src/desk/desk.slice.ts';
import { enquiries } from '#src/enquiries/enquiries.slice.ts';
import { epaper } from '#src/epaper/epaper.slice.ts';
import { following } from '#src/following/following.slice.ts';
import { grievances } from '#src/grievances/grievances.slice.ts';
import { health } from '#src/health/health.slice.ts';
import { home } from '#src/home/home.slice.ts';
import { letters } from '#src/letters/letters.slice.ts';
import { news } from '#src/news/news.slice.ts';
import { newsletters } from '#src/newsletters/newsletters.slice.ts';
import { newsroom } from '#src/newsroom/newsroom.slice.ts';
import { planning } from '#src/planning/planning.slice.ts';
import { plans } from '#src/plans/plans.slice.ts';
import { platform } from '#src/platform/platform.slice.ts';
import type { Slice } from '#src/platform/slice.ts';
import { push } from '#src/push/push.slice.ts';
import { readership } from '#src/readership/readership.slice.ts';
import { search } from '#src/search/search.slice.ts';
import { searchIndex } from '#src/search-index/search-index.slice.ts';
import { settings } from '#src/settings/settings.slice.ts';
import { shell } from '#src/shell/shell.slice.ts';
import { sitemaps } from '#src/sitemaps/sitemaps.slice.ts';
import { staticPages } from '#src/static-pages/static-pages.slice.ts';
import { submissions } from '#src/submissions/submissions.slice.ts';

/** All that the site consists of, in order: each may import those before it, as `test/borders` checks. A new slice is a line here. */
const slices: readonly Slice[] = [
  platform,
  searchIndex,
  accounts,
  settings,
  plans,
  news,
  newsroom,
  letters,
  epaper,
  submissions,
  planning,
  readership,
  following,
  newsletters,
  push,
  search,
  enquiries,
  grievances,
  staticPages,
  desk,
  health,
  sitemaps,
  home,
  shell,
];

export const routes = slices.flatMap(({ routes = [] }) => routes);
export const jobs = slices.flatMap(({ jobs = [] }) => jobs);
export const allSettings = slices.flatMap(({ settings = [] }) => settings);
export const personalData = slices.flatMap(({ personalData = [] }) => personalData);
export const fileReferences = slices.flatMap(({ fileReferences = [] }) => fileReferences);
export const visibleRows = slices.flatMap(({ visibleRows = [] }) => visibleRows);
export const pageRules = slices.flatMap(({ pageRules = [] }) => pageRules);
