// What is counted of reading, and how.
import type { TextKey } from '#src/messages/catalogue.ts';
import { type Language, siteLanguages } from '#src/messages/languages.ts';
import { dayMs, daySeconds } from '#src/rules/calendar.rules.ts';

/** Languages that pages have. */
export const pageLanguages = siteLanguages as readonly [Language, ...Language[]]; // there are some

/** Where a reader came from, as it is stored. */
export const readSources = ['direct', 'site', 'search', 'social', 'mail', 'other'] as const;
export type ReadSource = (typeof readSources)[number];

/** As editors see it: the paper's own newsletters are separate from mail. */
export const shownSources = [...readSources, 'newsletter'] as const;
export type ShownSource = (typeof shownSources)[number];

export const sourceText: Record<ShownSource, TextKey> = {
  direct: 'readership.direct',
  site: 'readership.site',
  search: 'readership.searchEngines',
  social: 'readership.social',
  mail: 'readership.mail',
  newsletter: 'readership.newsletter',
  other: 'readership.otherSites',
};

/** Longest name of a host, by the DNS. */
export const hostMaxLength = 253;

/** The highest number of a newsletter whose reads are counted, so that strangers cannot make up any number of them. */
export const newsletterMax = 999;

const known: readonly [ReadSource, readonly string[]][] = [
  ['mail', ['mail.google.com', 'outlook.live.com', 'mail.yahoo.com', 'com.google.android.gm']],
  ['search', ['google', 'googlequicksearchbox', 'bing', 'duckduckgo', 'yahoo', 'ecosia', 'brave', 'yandex', 'qwant']],
  [
    'social',
    [
      'facebook',
      'instagram',
      'threads',
      'whatsapp',
      'twitter',
      'x.com',
      't.co',
      'telegram',
      't.me',
      'linkedin',
      'lnkd.in',
      'reddit',
      'youtube',
      'sharechat',
    ],
  ],
];

/** The kind of source of the host that the browser names as referrer; an empty one means that it names none. */
export function sourceOf(host: string, ownHosts: readonly string[]): ReadSource {
  const name = host.toLowerCase();
  if (name === '') return 'direct';
  if (ownHosts.includes(name)) return 'site';
  const labels = name.split('.');
  // "x.com" is the whole domain or its end; "google" is any label, since it has a domain in each country.
  const is = (pattern: string) =>
    pattern.includes('.') ? name === pattern || name.endsWith(`.${pattern}`) : labels.includes(pattern);
  return known.find(([, patterns]) => patterns.some(is))?.[0] ?? 'other';
}

/** How far a reader has come, in percent of the text: half of it, and nearly to its end. */
export const reached = { half: 50, whole: 90 } as const;

/** Stories in a list of the most read. */
export const mostReadLength = 5;

/** With fewer there is no list: it would be about single readers. */
export const mostReadLeast = 3;

/**
 * The weight of yesterday's reads beside today's, from 1 at midnight in India to 0 at the next: together they are about
 * those of the last 24 hours.
 */
export const weightOfYesterday = (now: Date, startOfToday: Date): number =>
  Math.max(0, 1 - (now.getTime() - startOfToday.getTime()) / (daySeconds * 1000));

/** Periods of the statistics, in days. */
export const periods = [7, 30, 90, 365] as const;
export type Period = (typeof periods)[number];

/** Days in UTC of a period that ends with a day such as "2026-11-21". */
export const daysUntil = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(last) - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );

export const tables = ['days', 'hours', 'sources', 'languages', 'sections', 'stories', 'searches'] as const;
export type Table = (typeof tables)[number];
