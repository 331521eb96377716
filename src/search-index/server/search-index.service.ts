import type { SQL } from 'drizzle-orm';
import type { Context } from '#src/platform/context.ts';
import { foldedWords, isIndic, respell, transliterate } from '../folding.rules.ts';
import { hasPhrase, phoneticLexeme, prefixLexeme, type QueryWord, queryWords, tsqueryOf } from '../query.rules.ts';
import {
  type Criteria,
  type DocumentRow,
  listBest,
  listForms,
  listNewest,
  listSimilarTerms,
  listTermsBeginning,
  listTitlesWith,
  refsMatching,
} from './search-index.queries.ts';

export { maxRanked as rankedAtMost } from './search-index.queries.ts';

type Database = Pick<Context, 'db'>;

/** A parsed query. */
export interface ParsedQuery {
  /** The folded words; the words of an inner list must be adjacent. */
  groups: string[][];
  asked: Map<string, QueryWord>;
}

/**
 * Looks up the lexemes of each word of a query; undefined if it has no words. With `beginnings` each word also matches
 * as a prefix.
 */
export async function parseQuery(
  { db }: Database,
  text: string,
  { beginnings = false } = {},
): Promise<ParsedQuery | undefined> {
  const groups = queryWords(text);
  if (groups.length === 0) return undefined;
  const rows = await listForms(db, [...new Set(groups.flat())]);
  const formsOf = (word: string) => [...phoneticLexeme(word), ...(beginnings ? prefixLexeme(word) : [])];
  const asked = rows.map(({ word, common, lexemes }): [string, QueryWord] => [
    word,
    { word, common, lexemes: [...lexemes, ...formsOf(word)] },
  ]);
  return { groups, asked: new Map(asked) };
}

/** The lexemes to mark in a text, for `highlight.rules.ts`. */
export const lexemesOf = ({ asked }: ParsedQuery): string[] =>
  [...asked.values()].flatMap(({ common, lexemes }) => (common && asked.size > 1 ? [] : lexemes));

/** Conditions that a caller adds to a query. */
export interface SearchFilter extends Omit<Criteria, 'tsquery' | 'pagesUpTo'> {
  /** Searches only the text of a document, not its title or names. */
  textOnly?: boolean;
  /** Last page of an edition that the reader may read. */
  readablePages?: number;
  /** Excludes pages beyond `readablePages`. */
  readableOnly?: boolean;
}

// Pages behind the paywall match single words but not phrases, which would reveal the text word by word.
function criteriaOf({ groups, asked }: ParsedQuery, filter: SearchFilter): Criteria {
  const { textOnly, readablePages = 0, readableOnly, ...rest } = filter;
  const pagesUpTo = readableOnly || hasPhrase(groups) ? readablePages : undefined;
  return { ...rest, tsquery: tsqueryOf(groups, asked, textOnly ? 'D' : ''), pagesUpTo };
}

/** Matching documents, best first, with the number of ranked ones. */
export const findBest = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  query: ParsedQuery,
  filter: SearchFilter,
  part: { limit: number; offset: number },
): Promise<DocumentRow[]> => listBest(db, criteriaOf(query, filter), now(), part);

/** Matching documents, newest first. */
export const findNewest = ({ db }: Database, query: ParsedQuery, filter: SearchFilter, limit: number) =>
  listNewest(db, criteriaOf(query, filter), limit);

/** Subquery of the ids of matching documents, for a list with another order. */
export const idsMatching = (query: ParsedQuery, filter: SearchFilter): SQL => refsMatching(criteriaOf(query, filter));

/**
 * Replaces words that occur in no public document by similar ones. Returns the corrected query and its text, or
 * undefined if there are no similar words. Words that occur only on pages beyond `freePages` are never suggested.
 */
export async function correctSpelling(
  { db }: Database,
  { groups, asked }: ParsedQuery,
  freePages: number,
): Promise<{ query: ParsedQuery; meant: string } | undefined> {
  const spellings = [...asked.values()].map(({ word }) => ({
    word,
    roman: isIndic(word) ? transliterate(word) : respell(word),
    tsquery: tsqueryOf([[word]], asked),
  }));
  const unknown = await listSimilarTerms(db, spellings, freePages);
  if (unknown.length === 0 || unknown.some(({ alike }) => alike.length === 0)) return undefined;
  const corrections = unknown.map(({ word, alike }): [string, QueryWord] => [
    word,
    { word, lexemes: alike, common: false },
  ]);
  const best = new Map(unknown.map(({ word, alike }) => [word, alike[0] ?? word]));
  const words = groups.flat().map((word) => best.get(word) ?? word);
  return { query: { groups, asked: new Map([...asked, ...corrections]) }, meant: words.join(' ') };
}

const maxWords = 4;
const maxTitles = 5;

/** Completions of the last word, and ids of the newest stories whose titles have words with all these prefixes. */
export async function getSuggestions(
  { db }: Database,
  typed: string,
  freePages: number,
): Promise<{ words: string[]; stories: number[] }> {
  const words = foldedWords(typed).slice(-8);
  const last = words.at(-1);
  if (!last || last.length < 2) return { words: [], stories: [] };
  const spelt = isIndic(last)
    ? { latin: undefined, roman: transliterate(last) }
    : { latin: last, roman: respell(last) };
  const [terms, titles] = await Promise.all([
    listTermsBeginning(db, spelt, freePages, maxWords),
    listTitlesWith(db, words, maxTitles),
  ]);
  return { words: terms.map(({ term }) => term), stories: titles.map(({ ref }) => ref) };
}
