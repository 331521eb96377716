import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import type { Audience, DocumentKind } from '../documents.rules.ts';

// Unchecked cast: each query below selects the columns of its row type.
const rowsOf = async <Row>(db: Db, query: ReturnType<typeof sql>) => (await db.execute(query)).rows as Row[];

export interface WordRow {
  word: string;
  lexemes: string[];
  similar: string[];
  common: boolean;
}

/**
 * The lexemes of each word in the index, and similar terms: for words of scripts without a stemmer those with a similar
 * spelling, for all words of Indian scripts those in Latin letters that sound alike.
 */
export const listForms = (db: Db, words: string[]): Promise<WordRow[]> =>
  rowsOf(
    db,
    sql`SELECT word, tsvector_to_array(search_vector(word, '*', 'A')) AS lexemes, ARRAY(
          SELECT term FROM search_terms
          WHERE word ~ '^[\\u0600-\\u08ff\\u0980-\\u0b7f\\u0c00-\\u0d7f]' AND roman % search_roman(word)
            AND similarity(roman, search_roman(word)) >= 0.5
          ORDER BY similarity(roman, search_roman(word)) DESC LIMIT 8) || ARRAY(
          SELECT term FROM search_terms
          WHERE ascii(word) >= 2304 AND sound = search_sound(word) AND sound <> '' AND ascii(term) < 128
          ORDER BY documents DESC, term LIMIT 8) AS similar,
        ts_lexize('english_stem', word) = '{}' AS common
      FROM unnest(${sql.param(words)}::text[]) AS word`,
  );

/** The lexemes of each word in the index. */
export const listLexemes = (db: Db, words: string[]): Promise<{ word: string; lexemes: string[] }[]> =>
  rowsOf(
    db,
    sql`SELECT word, tsvector_to_array(search_vector(word, '*', 'A')) AS lexemes
      FROM unnest(${sql.param(words)}::text[]) AS word`,
  );

export interface Spelling {
  word: string;
  /** The word in Latin letters, as in the column `search_terms.roman`. */
  roman: string;
  tsquery: string;
}

const isPublic = sql`audience = 'anyone'`;
// Excludes the text of pages behind the paywall.
const pagesUpTo = (last: number) => sql`(kind <> 'page' OR page <= ${last}::integer)`;

/**
 * Words that occur in no public document, each with the most similar word from freely readable text. It differs in at most
 * one letter of three; if it is in another script than Latin, where a transliteration has fewer letters, in one of four.
 */
export const listSimilarTerms = (
  db: Db,
  words: Spelling[],
  freePages: number,
): Promise<{ word: string; likely: string | null }[]> =>
  rowsOf(
    db,
    sql`SELECT word, (
          SELECT term FROM search_terms,
            LATERAL (SELECT least(levenshtein(search_terms.roman, word), levenshtein(search_terms.roman, asked.roman))) AS t(edits)
          WHERE (search_terms.roman % word OR search_terms.roman % asked.roman) AND edits <= CASE WHEN ascii(term) < 592 THEN ceil(length(asked.roman) / 3.0) ELSE greatest(1, length(asked.roman) / 4) END
            AND EXISTS (SELECT FROM search_documents WHERE vector @@ ('''' || term || '''')::tsquery AND ${isPublic} AND ${pagesUpTo(freePages)})
          ORDER BY edits, documents DESC, term LIMIT 1) AS likely
      FROM jsonb_to_recordset(${JSON.stringify(words)}::jsonb) AS asked(word text, roman text, tsquery text)
      WHERE NOT EXISTS (SELECT FROM search_documents WHERE vector @@ asked.tsquery::tsquery AND ${isPublic})`,
  );

/** Conditions of a search. */
export interface Criteria {
  tsquery: string;
  /** The same without similar words. */
  exact: string;
  audience: Audience;
  kind?: DocumentKind | undefined;
  /** The id of the story, the edition or the submission. */
  ref?: number | undefined;
  categoryId?: number | undefined;
  /** Publication time: `from` inclusive, `to` exclusive. */
  from?: Date | undefined;
  to?: Date | undefined;
  /** Excludes pages of editions beyond this one. */
  pagesUpTo?: number | undefined;
}

const matching = ({ tsquery, audience, kind, ref, categoryId, from, to, pagesUpTo: lastPage }: Criteria): SQL =>
  sql.join(
    [
      sql`vector @@ ${tsquery}::tsquery`,
      audience === 'anyone' ? isPublic : undefined,
      kind && sql`kind = ${kind}`,
      ref === undefined ? undefined : sql`ref = ${ref}::integer`,
      lastPage === undefined ? undefined : pagesUpTo(lastPage),
      categoryId === undefined ? undefined : sql`category_id = ${categoryId}::integer`,
      from && sql`published_at >= ${from.toISOString()}::timestamptz`,
      to && sql`published_at < ${to.toISOString()}::timestamptz`,
    ].filter((condition) => condition !== undefined),
    sql` AND `,
  );

/** Subquery of the ids of matching documents, for lists with another order. */
export const refsMatching = (criteria: Criteria): SQL =>
  sql`(SELECT ref FROM search_documents WHERE ${matching(criteria)})`;

export interface DocumentRow {
  kind: DocumentKind;
  ref: number;
  page: number;
  /** Number of ranked documents. */
  total: number;
  /** How many of them are in the language that was requested, and come first; all of them without such a language. */
  inLanguage: number;
}

/** Documents of a language first, or no others. Documents of unknown language count as of this one. */
export interface LanguageFilter {
  language: string;
  only: boolean;
}

/**
 * Ranks only the newest matches, in both groups of languages: a common word matches half of a large archive, and
 * readers want recent news.
 */
export const maxRanked = 500;

// Half-life of a document's rank: readers search for recent news more often than for old.
const halfLifeDays = 180;

// A page of an edition has as many words as several stories; it is what a reader wants if no story is about them.
const pageWeight = 0.25;

interface Part {
  limit: number;
  offset: number;
}

/**
 * Matching documents by rank, among the newest `rankedAtMost`: those of the language before others, and the words
 * themselves before similar ones. Leaves out documents that have a matching version in the language.
 */
export function listBest(
  db: Db,
  criteria: Criteria,
  now: Date,
  { limit, offset, languages }: Part & { languages?: LanguageFilter | undefined },
): Promise<DocumentRow[]> {
  const newest = (condition: SQL) => sql`SELECT id, kind, ref, page, version_group, published_at, vector
    FROM search_documents WHERE ${matching(criteria)} AND ${condition} ORDER BY published_at DESC, id DESC LIMIT ${maxRanked}`;
  const { language, only } = languages ?? {};
  const others = sql`language <> ${language} AND (version_group IS NULL
    OR version_group NOT IN (SELECT version_group FROM own WHERE version_group IS NOT NULL))`;
  return rowsOf(
    db,
    sql`WITH own AS MATERIALIZED (${newest(language === undefined ? sql`true` : sql`(language IS NULL OR language = ${language})`)}),
        others AS MATERIALIZED (${newest(language === undefined || only ? sql`false` : others)}),
        newest AS (SELECT true AS is_own, * FROM own UNION ALL SELECT false, * FROM others)
      SELECT kind, ref, page, (count(*) OVER ())::integer AS total,
        (count(*) FILTER (WHERE is_own) OVER ())::integer AS "inLanguage" FROM newest
      ORDER BY is_own DESC, vector @@ ${criteria.exact}::tsquery DESC,
        ts_rank('{0.1, 0.2, 0.5, 1.0}', vector, ${criteria.tsquery}::tsquery)
          * CASE kind WHEN 'page' THEN ${pageWeight}::real ELSE 1 END
          / (1 + greatest(0, extract(epoch FROM ${now.toISOString()}::timestamptz - published_at)) / 86400 / ${halfLifeDays}) DESC, id DESC
      LIMIT ${limit} OFFSET ${offset}`,
  );
}

/** Matching documents by day, newest first; pages of an edition in order. */
export const listNewest = (
  db: Db,
  criteria: Criteria,
  limit: number,
): Promise<Omit<DocumentRow, 'total' | 'inLanguage'>[]> =>
  rowsOf(
    db,
    sql`SELECT kind, ref, page FROM search_documents WHERE ${matching(criteria)}
      ORDER BY (published_at AT TIME ZONE 'Asia/Kolkata')::date DESC, ref DESC, page LIMIT ${limit}`,
  );

// The patterns are folded words, which contain no wildcard characters of LIKE.
/**
 * Terms with a prefix, most frequent first; those in the given script before others; only terms that occur in freely readable text. `latin` is compared with
 * terms in Latin letters, `roman` with the transliteration of terms in Indian scripts.
 */
export const listTermsBeginning = (
  db: Db,
  { latin, roman }: { latin: string | undefined; roman: string },
  [first, last]: [number, number],
  freePages: number,
  limit: number,
): Promise<{ term: string }[]> =>
  rowsOf(
    db,
    sql`SELECT term FROM (
        SELECT term, documents FROM search_terms
        WHERE (roman LIKE ${`${roman}%`} AND ascii(term) >= 2304)
          OR (${latin === undefined ? sql`false` : sql`roman LIKE ${`${latin}%`} AND ascii(term) < 2304`})
        ORDER BY ascii(term) BETWEEN ${first}::integer AND ${last}::integer DESC, documents DESC, length(term), term LIMIT ${limit * 3}) AS likely
      WHERE EXISTS (SELECT FROM search_documents WHERE vector @@ ('''' || term || '''')::tsquery AND ${isPublic} AND ${pagesUpTo(freePages)})
      LIMIT ${limit}`,
  );

const newestTitles = 3000;

/** Ids of the newest stories whose titles have a word with each of these prefixes; those in a language before others. */
export const listTitlesWith = (
  db: Db,
  beginnings: string[],
  language: string | undefined,
  limit: number,
): Promise<{ ref: number }[]> =>
  rowsOf(
    db,
    sql`SELECT ref FROM (
        SELECT ref, title, language, published_at, id FROM search_documents WHERE kind = 'story' AND ${isPublic}
        ORDER BY published_at DESC, id DESC LIMIT ${newestTitles}) AS newest
      WHERE ${sql.join(
        beginnings.map((word) => sql`title LIKE ${`% ${word}%`}`),
        sql` AND `,
      )}
      ORDER BY ${language === undefined ? sql`` : sql`language = ${language} DESC,`} published_at DESC, id DESC LIMIT ${limit}`,
  );

// Words of stories that are not public are no terms.
const hasTerms = "(audience = 'anyone' OR kind <> 'story')";

/** Recounts the documents of each term and deletes terms without any. Must run in a transaction. */
export async function recountTerms(tx: Db): Promise<void> {
  await tx.execute(sql`CREATE TEMPORARY TABLE counted ON COMMIT DROP AS
    SELECT word, ndoc FROM ts_stat(${`SELECT vector FROM search_documents WHERE ${hasTerms}`}::text)`);
  await tx.execute(sql`UPDATE search_terms SET documents = counted.ndoc FROM counted
    WHERE counted.word = term AND documents <> counted.ndoc`);
  // Blocks writers, so that the DELETE does not remove a term that was inserted since the count.
  await tx.execute(sql`LOCK TABLE search_documents IN SHARE MODE`);
  await tx.execute(sql`DELETE FROM search_terms WHERE NOT EXISTS (SELECT FROM counted WHERE word = term)
    AND NOT EXISTS (SELECT FROM search_documents WHERE vector @@ ('''' || term || '''')::tsquery AND ${sql.raw(hasTerms)})`);
}
