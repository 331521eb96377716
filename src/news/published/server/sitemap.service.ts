import type { Context } from '#src/platform/context.ts';
import { hourMs } from '#src/rules/calendar.rules.ts';
import { listNewsAddresses, listStoryAddresses, listStoryParts } from './sitemap.queries.ts';

/** Maximum stories per sitemap. The protocol allows 50,000, but such a file is slow to read. */
export const sitemapSize = 10_000;

// Limits of Google News sitemaps: stories of the last two days, a thousand per file.
const newsHours = 48;
const maxNews = 1000;

/** Numbers of the sitemaps that have stories. */
export const getStoryParts = ({ db }: Pick<Context, 'db'>): Promise<number[]> => listStoryParts(db, sitemapSize);

/** Stories of a part, ordered by id. */
export const getStoryAddresses = ({ db }: Pick<Context, 'db'>, part: number) =>
  listStoryAddresses(db, part, sitemapSize);

export const getNewsAddresses = ({ db, now }: Pick<Context, 'db' | 'now'>) =>
  listNewsAddresses(db, new Date(now().getTime() - newsHours * hourMs), maxNews);
