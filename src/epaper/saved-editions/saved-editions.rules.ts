// Offline storage: a reader with a plan can save editions on his device. Each edition has a separate Cache, keyed by
// the URLs of its parts, with a record of its user and expiry. The record is written last: without it, the cache is
// incomplete.

import { type Rendition, renditions } from '#src/epaper/pages/pages.rules.ts';
import { dayMs } from '#src/rules/calendar.rules.ts';

/** Renditions for offline storage: for a slow connection or for a screen. */
export const savedRenditions = ['small', 'screen'] as const satisfies Rendition[];
export type SavedRendition = (typeof savedRenditions)[number];

/** Maximum number of editions in one API call. */
export const maxSavedEditions = 100;

export interface SavedEdition {
  id: number;
  title: string;
  /** Path of the reader, such as /hi/e-paper/7. */
  path: string;
  /** Version of the edition's file. */
  version: string;
  /** The user who saved it. */
  userId: number;
  until: string;
}

export const cacheName = (id: number): string => `edition-${id}`;
/** Parses the edition's id from a cache name. */
export const parseCacheName = (name: string): number | undefined => numberIn(/^edition-(\d+)$/, name);
/** Path of the record in that cache. */
export const recordPath = '/record';

/** Parses the edition's id from the path of the reader. */
export const parseReaderPath = (path: string): number | undefined =>
  numberIn(/^(?:\/[a-z]{2})?\/e-paper\/(\d{1,9})$/, path);

const part = new RegExp(`^/api/editions/(\\d{1,9})/pages/\\d+(?:/(${renditions.join('|')}))?$`);

/** Parses the edition's id from the path of a page's text or picture. */
export const parsePartPath = (path: string): number | undefined => numberIn(part, path);

/** Path of the same picture in the other saved rendition. */
export const fallbackPicture = (path: string): string | undefined => {
  const rendition = part.exec(path)?.[2];
  if (rendition === 'small') return path.replace(/small$/, 'screen');
  return rendition === 'screen' ? path.replace(/screen$/, 'small') : undefined;
};

/** Whether this user may still read a saved edition. */
export const isReadableBy = (saved: SavedEdition, userId: number | null, now: Date): boolean =>
  saved.userId === userId && isUnexpired(saved, now);

export const isUnexpired = ({ until }: Pick<SavedEdition, 'until'>, now: Date): boolean => now < new Date(until);

const longestMs = 30 * dayMs;

/** Expiry of a saved edition: a month at most, so that a withdrawn right ends on a device that stays offline. */
export function savedUntil(now: Date, planEnd: Date | undefined): Date {
  const month = new Date(now.getTime() + longestMs);
  return planEnd && planEnd < month ? planEnd : month;
}

function numberIn(pattern: RegExp, text: string): number | undefined {
  const [, digits] = pattern.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
