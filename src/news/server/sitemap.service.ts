import type { Context } from '#src/platform/context.ts';
import { listNewsAddresses, listStoryAddresses, listStoryParts } from './sitemap.queries.ts';

/** Stories to a sitemap; the protocol allows 50,000, but such a file takes long to read. */
export const sitemapSize = 10_000;

// What Google News asks for: stories of the last two days, a thousand to a file.
const newsHours = 48;
const newsAtMost = 1000;

/** Numbers of the sitemaps that stories fill. */
export const getStoryParts = ({ db }: Pick<Context, 'db'>): Promise<number[]> => listStoryParts(db, sitemapSize);

/** Stories of a part, in the order of their ids. */
export const getStoryAddresses = ({ db }: Pick<Context, 'db'>, part: number) =>
  listStoryAddresses(db, part, sitemapSize);

export const getNewsAddresses = ({ db, now }: Pick<Context, 'db' | 'now'>) =>
  listNewsAddresses(db, new Date(now().getTime() - newsHours * 3_600_000), newsAtMost);
