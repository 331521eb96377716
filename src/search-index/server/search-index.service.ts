import type { SQL } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Language } from '#src/messages/languages.ts';
import type { Context } from '#src/platform/context.ts';
import { foldedWords, isIndic, respell, transliterate } from '../folding.rules.ts';
import {
  hasPhrase,
  phoneticLexeme,
  prefixLexeme,
  type QueryWord,
  queryWords,
  scriptOf,
  tsqueryOf,
} from '../query.rules.ts';
import {
  type Criteria,
  type DocumentRow,
  type LanguageFilter,
  listBest,
  listForms,
  listLexemes,
  listNewest,
  listSimilarTerms,
  listTermsBeginning,
  listTitlesWith,
  refsMatching,
} from './search-index.queries.ts';

export { type LanguageFilter, maxRanked as rankedAtMost } from './search-index.queries.ts';

type Database = Pick<Context, 'db'>;

/** A parsed query. */
export interface ParsedQuery {
  /** The folded words; the words of an inner list must be adjacent. */
  groups: string[][];
  asked: Map<string, QueryWord>;
  sections: SectionNames[];
}

/** A section by its lexeme in documents, with its names in all languages. */
export interface SectionNames {
  lexeme: string;
  names: string[];
}

interface ParseOptions {
  /** Each word also matches as a prefix. */
  beginnings?: boolean;
  /** A word of a section's name also matches the documents of that section. */
  sections?: SectionNames[];
}

/** Looks up the lexemes of each word of a query; undefined if it has no words. */
export async function parseQuery(
  { db }: Database,
  text: string,
  { beginnings = false, sections = [] }: ParseOptions = {},
): Promise<ParsedQuery | undefined> {
  const groups = queryWords(text);
  if (groups.length === 0) return undefined;
  const asked = await lookUp(db, [...new Set(groups.flat())], beginnings);
  await addSections(db, asked, sections);
  return { groups, asked, sections };
}

async function lookUp(db: Context['db'], words: string[], beginnings = false): Promise<Map<string, QueryWord>> {
  const formsOf = (word: string) => [...phoneticLexeme(word), ...(beginnings ? prefixLexeme(word) : [])];
  const rows = await listForms(db, words);
  return new Map(
    rows.map(({ word, common, lexemes, similar }) => [
      word,
      { word, common, lexemes: [...lexemes, ...similar, ...formsOf(word)], similar },
    ]),
  );
}

// The lexemes of a word never change. A newspaper has some hundred words in the names of its sections.
const lexemesOfNames = new LRUCache<string, string[]>({ max: 5000 });

async function addSections(db: Context['db'], asked: Map<string, QueryWord>, sections: SectionNames[]): Promise<void> {
  const named = sections.map(({ lexeme, names }) => ({ lexeme, words: names.flatMap(foldedWords) }));
  const lexemes = new Map<string, string[]>();
  for (const word of named.flatMap(({ words }) => words)) lexemes.set(word, lexemesOfNames.get(word) ?? []);
  const unknown = [...lexemes.keys()].filter((word) => !lexemesOfNames.has(word));
  for (const row of unknown.length ? await listLexemes(db, unknown) : []) {
    lexemesOfNames.set(row.word, row.lexemes);
    lexemes.set(row.word, row.lexemes);
  }
  for (const entry of asked.values()) {
    if (entry.common) continue;
    const means = (word: string) => lexemes.get(word)?.some((lexeme) => entry.lexemes.includes(lexeme));
    entry.sections = named.filter(({ words }) => words.some(means)).map(({ lexeme }) => lexeme);
  }
}

/** The lexemes to mark in a text, for `highlight.rules.ts`. */
export const lexemesOf = ({ asked }: ParsedQuery): string[] =>
  [...asked.values()].flatMap(({ common, lexemes }) => (common && asked.size > 1 ? [] : lexemes));

/** Conditions that a caller adds to a query. */
export interface SearchFilter extends Omit<Criteria, 'tsquery' | 'exact' | 'pagesUpTo'> {
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
  const weights = textOnly ? 'D' : '';
  const exact = tsqueryOf(groups, asked, { weights, similar: false });
  return { ...rest, tsquery: tsqueryOf(groups, asked, { weights }), exact, pagesUpTo };
}

/** Matching documents, best first, with the number of ranked ones. */
export const findBest = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  query: ParsedQuery,
  filter: SearchFilter,
  part: { limit: number; offset: number; languages?: LanguageFilter | undefined },
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
  { groups, asked, sections }: ParsedQuery,
  freePages: number,
): Promise<{ query: ParsedQuery; meant: string } | undefined> {
  const spellings = [...asked.values()].map(({ word }) => ({
    word,
    roman: isIndic(word) ? transliterate(word) : respell(word),
    tsquery: tsqueryOf([[word]], asked),
  }));
  const unknown = await listSimilarTerms(db, spellings, freePages);
  const best = new Map(unknown.flatMap(({ word, likely }) => (likely === null ? [] : [[word, likely]])));
  if (best.size === 0 || best.size < unknown.length) return undefined;
  const corrected = groups.map((group) => group.map((word) => best.get(word) ?? word));
  const known = await lookUp(db, [...new Set(best.values())]);
  await addSections(db, known, sections);
  return {
    query: { groups: corrected, asked: new Map([...asked, ...known]), sections },
    meant: corrected.flat().join(' '),
  };
}

const maxWords = 4;
const maxTitles = 5;

/**
 * Completions of the last word, and ids of the newest stories whose titles have words with all these prefixes. With
 * `first`, those in the script or language of the reader come before others.
 */
export async function getSuggestions(
  { db }: Database,
  typed: string,
  freePages: number,
  { language, first }: { language: Language; first: boolean },
): Promise<{ words: string[]; stories: number[] }> {
  const words = foldedWords(typed).slice(-8);
  const last = words.at(-1);
  if (!last || last.length < 2) return { words: [], stories: [] };
  const spelt = isIndic(last)
    ? { latin: undefined, roman: transliterate(last) }
    : { latin: last, roman: respell(last) };
  const [terms, titles] = await Promise.all([
    listTermsBeginning(db, spelt, first ? scriptOf(language) : [0, 0], freePages, maxWords),
    listTitlesWith(db, words, first ? language : undefined, maxTitles),
  ]);
  return { words: terms.map(({ term }) => term), stories: titles.map(({ ref }) => ref) };
}
