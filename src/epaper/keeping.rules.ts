// A reader with a plan can keep editions on his device. Each lies in a cache of its own, under the addresses that its
// parts have on the site, with a record of whose it is and when it ends; the record is kept last, so one without is not whole.
import { type Rendition, renditions } from './reading.rules.ts';

/** In which of these pages are kept: for a slow line or for a screen. */
export const keptRenditions = ['small', 'screen'] as const satisfies Rendition[];
export type KeptRendition = (typeof keptRenditions)[number];

/** As many as are asked for in one call. */
export const mostKept = 100;

export interface KeptEdition {
  id: number;
  title: string;
  /** Where it is read, such as /hi/e-paper/7. */
  path: string;
  /** Of its file. */
  version: string;
  /** Whose it is. */
  userId: number;
  until: string;
}

export const cacheOf = (id: number): string => `edition-${id}`;
/** The edition whose cache has this name. */
export const editionOfCache = (name: string): number | undefined => numberIn(/^edition-(\d+)$/, name);
/** Where the record stands in that cache. */
export const recordPath = '/kept';

/** The edition that is read at an address. */
export const editionOfPage = (path: string): number | undefined =>
  numberIn(/^(?:\/[a-z]{2})?\/e-paper\/(\d{1,9})$/, path);

const part = new RegExp(`^/api/editions/(\\d{1,9})/pages/\\d+(?:/(${renditions.join('|')}))?$`);

/** The edition of whose pages this is the address of a text or a picture. */
export const editionOfPart = (path: string): number | undefined => numberIn(part, path);

/** Where a page's picture may lie instead of this address: in the other rendition that is kept. */
export const otherPicture = (path: string): string | undefined => {
  const rendition = part.exec(path)?.[2];
  if (rendition === 'small') return path.replace(/small$/, 'screen');
  return rendition === 'screen' ? path.replace(/screen$/, 'small') : undefined;
};

/** Whether it may still be read by this reader. */
export const isOpenTo = (kept: KeptEdition, userId: number | null, now: Date): boolean =>
  kept.userId === userId && hasTime(kept, now);

export const hasTime = ({ until }: Pick<KeptEdition, 'until'>, now: Date): boolean => now < new Date(until);

const longestMs = 30 * 86_400_000;

/** Until when an edition stays on a device that is not seen again: a right that has been withdrawn outlives no month there. */
export function keptUntil(now: Date, planEnd: Date | undefined): Date {
  const month = new Date(now.getTime() + longestMs);
  return planEnd && planEnd < month ? planEnd : month;
}

function numberIn(pattern: RegExp, text: string): number | undefined {
  const [, digits] = pattern.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
