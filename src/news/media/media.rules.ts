// Missing descriptions and licence texts of pictures and files, and who may change these.

import type { Licence } from '#src/news/schema/columns.rules.ts';
import type { StoryStatus } from '#src/news/schema/story-fields.contract.ts';
import { isAllowed, type Role } from '#src/rules/roles.rules.ts';
import type { MediaItem } from './media.contract.ts';

/** The states of stories whose pictures and files only editors change: readers see them, or an editor has approved them. */
export const guardedStatuses = ['approved', 'scheduled', 'published'] as const satisfies StoryStatus[];

/**
 * Whether someone may change, replace and delete a picture or a file: `own` is one that he has uploaded, and `isGuarded`
 * one that such a story uses.
 */
export const mayChangeMedia = ({ role, own }: { role: Role; own: boolean }, isGuarded: boolean): boolean =>
  isAllowed(role, isGuarded ? 'editors' : own ? 'writers' : 'desk');

/** Whether a picture has no description for readers who do not see it. */
export const lacksAlt = ({ kind, alt }: Pick<MediaItem, 'kind' | 'alt'>): boolean =>
  kind === 'picture' && alt.trim() === '';

// Such as "CC BY 3.0"; the newest version without a number.
const versionOf = (name: string) => /\b([1-4]\.0)\b/.exec(name)?.[1] ?? '4.0';

/** The address of a licence's text; undefined if it has none that is known. */
export function licenceUrl(licence: Licence, name: string): string | undefined {
  switch (licence) {
    case 'cc-by':
      return `https://creativecommons.org/licenses/by/${versionOf(name)}/`;
    case 'cc-by-sa':
      return `https://creativecommons.org/licenses/by-sa/${versionOf(name)}/`;
    case 'public-domain':
      return 'https://creativecommons.org/publicdomain/zero/1.0/';
    default:
      return undefined;
  }
}
