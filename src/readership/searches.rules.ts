// Searches that found nothing: what of them is counted, and what of it editors see.

const mostCharacters = 60;

/** Words that were searched less often are shown to nobody: they may be a name that one reader has typed. */
export const fewestSearches = 3;

/** Days until they are deleted. */
export const searchesDays = 90;

/** Words in the list. */
export const searchesShown = 100;

const controls = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu; // not the joiners, which some scripts need
const longNumber = /\p{Nd}(?:[\s().+/-]*\p{Nd}){6,}/u; // a telephone number, such as "98765 43210"

/**
 * The words of a search in the form in which they are counted; null for what must not be counted: mail addresses, long
 * numbers, long texts, and what has no letter.
 */
export function countedWords(typed: string): string | null {
  const words = typed.normalize('NFKC').replaceAll(controls, ' ').replaceAll(/\s+/g, ' ').trim().toLowerCase();
  const counts =
    words.length <= mostCharacters &&
    /\p{L}.*[\p{L}\p{M}\p{N}]/u.test(words) &&
    !/@/.test(words) &&
    !longNumber.test(words);
  return counts ? words : null;
}
