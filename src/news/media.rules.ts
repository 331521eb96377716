// What follows from the statements about a picture, and who may change it.
import { isAllowed, type Role } from '#src/rules/roles.rules.ts';
import { readDirective } from './directives.rules.ts';
import type { Licence, MediaItem } from './media.contract.ts';

// A text with more pictures is shown, but the rest of them are of no story.
const mostPictures = 500;

/** The ids of the pictures in a story's text, each once. */
export function picturesIn(body: string): number[] {
  const ids = new Set<number>();
  for (const line of body.split('\n')) {
    if (ids.size === mostPictures) break;
    const directive = readDirective(line.trimStart());
    if (directive?.name === 'picture') ids.add(directive.id);
  }
  return [...ids];
}

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
