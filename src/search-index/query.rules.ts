// A query matches documents that contain all of its words, in any form and script. Quoted words must be adjacent.
import type { Language } from '#src/messages/languages.ts';
import { queryMaxLength } from './documents.rules.ts';
import { fold, foldedWords, isIndic, phoneticKey } from './folding.rules.ts';

// Limits the work of PostgreSQL; more words would only narrow the results.
const maxWords = 8;
// One more than the longest word of the index, so that longer words are searched for and not found. Folding makes words
// longer (㌖ becomes キロメートル), and PostgreSQL's levenshtein() accepts at most 255 characters.
const maxLetters = 61;

/** The words of a query; the words of an inner list must be adjacent. */
export function queryWords(query: string): string[][] {
  const parts = query.slice(0, queryMaxLength).split(/["“”„«»]/);
  // Text between two quotation marks has an odd index; text after an unclosed one is not quoted.
  const groups = parts.flatMap((part, place) => {
    const words = foldedWords(part).map((word) => word.slice(0, maxLetters));
    return place % 2 && place < parts.length - 1 ? [words] : words.map((word) => [word]);
  });
  let left = maxWords;
  return groups
    .map((group) => {
      const taken = group.slice(0, left);
      left -= taken.length;
      return taken;
    })
    .filter(({ length }) => length);
}

/** Whether the query has a phrase of adjacent words. */
export const hasPhrase = (groups: string[][]): boolean => groups.some(({ length }) => length > 1);

/** A word of a query with the lexemes that may represent it in the index. */
export interface QueryWord {
  word: string;
  /** The word, its stems, its phonetic key and similar words; `oni*` matches every word that begins with `oni`. */
  lexemes: string[];
  /** Those of `lexemes` that are other words, with a similar spelling or in Latin letters. */
  similar?: string[];
  /** Lexemes of the sections whose names include the word. */
  sections?: string[];
  /** A stop word, such as "the". */
  common: boolean;
}

/**
 * The query as a PostgreSQL tsquery; empty if it has no words. `weights` limits it to parts of a document, such as `D`
 * for the text. Without `similar`, it matches the words themselves only. Folded words need no escaping.
 */
export function tsqueryOf(
  groups: string[][],
  asked: Map<string, QueryWord>,
  { weights = '', similar: allowsSimilar = true } = {},
): string {
  const meant = groups.filter((group) => group.length > 1 || !asked.get(group[0] ?? '')?.common);
  // A word without lexemes, such as one that is too long for the index, is searched for as it is and not found.
  const formsOf = (word: string) => {
    const { lexemes = [], similar = [] } = asked.get(word) ?? {};
    const forms = allowsSimilar ? lexemes : lexemes.filter((lexeme) => !similar.includes(lexeme));
    return forms.length ? forms : [word];
  };
  const term = (lexeme: string) => {
    const [form, isPrefix] = parsePrefix(lexeme);
    const label = (isPrefix ? '*' : '') + weights;
    return `'${form}'${label && `:${label}`}`;
  };
  const anyOf = (lexemes: string[]) => `(${lexemes.map(term).join(' | ')})`;
  // Lexemes of sections are no part of a phrase.
  const ofGroup = (group: string[]) =>
    group.length > 1
      ? group.map((word) => anyOf(formsOf(word))).join(' <-> ')
      : anyOf(group.flatMap((word) => [...formsOf(word), ...(asked.get(word)?.sections ?? [])]));
  return (meant.length ? meant : groups).map(ofGroup).join(' & ');
}

/** A lexeme without its `*`, and whether it was a prefix lexeme. */
export const parsePrefix = (lexeme: string): [form: string, isPrefix: boolean] =>
  lexeme.endsWith('*') ? [lexeme.slice(0, -1), true] : [lexeme, false];

/** The prefix lexeme of a word; none for a single Latin letter, which would match too many words. */
export const prefixLexeme = (word: string): string[] => (/^[a-z]$/.test(word) ? [] : [`${word}*`]);

/** Prefix of phonetic keys in the index; no word begins with these letters. */
export const soundMark = 'zq';

/** The phonetic lexeme of a word in Latin letters, which matches words of Indian scripts; none for other words. */
export const phoneticLexeme = (word: string): string[] => {
  const sound = isIndic(word) ? '' : phoneticKey(word);
  return sound ? [soundMark + sound] : [];
};

// The Unicode block of each language's script.
const blocks: Record<Language, [first: number, last: number]> = {
  en: [0, 0x24f],
  hi: [0x900, 0x97f],
  mr: [0x900, 0x97f],
  bn: [0x980, 0x9ff],
  gu: [0xa80, 0xaff],
  ta: [0xb80, 0xbff],
  te: [0xc00, 0xc7f],
  ur: [0x600, 0x6ff],
};

/** The first and last code point of the script in which a language is written. */
export const scriptOf = (language: Language): [first: number, last: number] => blocks[language];

// biome-ignore lint/suspicious/noMisleadingCharacterClass: joiners are part of a word and matched individually
export const wordPattern = /[\p{L}\p{M}\p{N}\u200c\u200d'’]+/gu;

/** The text before the last word, which a suggestion replaces: "the co-" of "the co-enginee". */
export function beforeLastWord(typed: string): string {
  const last = [...typed.matchAll(wordPattern)].findLast(([word]) => fold(word));
  return typed.slice(0, last?.index ?? 0).trimStart();
}
