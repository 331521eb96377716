// What follows from the statements about a picture, and who may change it.
import { isAllowed, type Role } from '#src/rules/roles.rules.ts';
import type { Licence, MediaItem } from './media.contract.ts';

/**
 * Whether someone may change, replace and delete a picture: `own` is one that he has uploaded. What readers see is
 * changed by editors, as stories are.
 */
export const mayChangeMedia = ({ role, own }: { role: Role; own: boolean }, isPublic: boolean): boolean =>
  isAllowed(role, isPublic ? 'editors' : own ? 'writers' : 'desk');

/** Whether readers who do not see a picture are told nothing about it. */
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
