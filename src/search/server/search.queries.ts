import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import type { DocumentKind } from '../search.rules.ts';

const rowsOf = async <Row>(db: Db, query: ReturnType<typeof sql>) => (await db.execute(query)).rows as Row[]; // each query below names its columns

export interface WordRow {
  word: string;
  lexemes: string[];
  common: boolean;
}

/** The forms of each word in the index. Words of scripts without a stemmer bring words that are spelt alike. */
export const listForms = (db: Db, words: string[]): Promise<WordRow[]> =>
  rowsOf(
    db,
    sql`SELECT word, tsvector_to_array(search_vector(word, '*', 'A')) || ARRAY(
          SELECT term FROM search_terms
          WHERE word ~ '^[\\u0600-\\u08ff\\u0980-\\u0b7f\\u0c00-\\u0d7f]' AND roman % search_roman(word)
            AND similarity(roman, search_roman(word)) >= 0.5
          ORDER BY similarity(roman, search_roman(word)) DESC LIMIT 8) AS lexemes,
        ts_lexize('english_stem', word) = '{}' AS common
      FROM unnest(${sql.param(words)}::text[]) AS word`,
  );

export interface Spelling {
  word: string;
  /** As its term is spelt in Latin letters. */
  roman: string;
  tsquery: string;
}

// A page beyond this one says nothing of its text.
const pagesUpTo = (last: number) => sql`(kind <> 'page' OR page <= ${last}::integer)`;

/** Words that stand in no document, each with words that everybody may read and that differ in one letter of three at most, the likest first. */
export const listAlike = (db: Db, words: Spelling[], freePages: number): Promise<{ word: string; alike: string[] }[]> =>
  rowsOf(
    db,
    sql`SELECT word, ARRAY(
          SELECT term FROM search_terms,
            LATERAL (SELECT least(levenshtein(search_terms.roman, word), levenshtein(search_terms.roman, asked.roman))) AS t(edits)
          WHERE (search_terms.roman % word OR search_terms.roman % asked.roman) AND edits <= ceil(length(asked.roman) / 3.0)
            AND EXISTS (SELECT FROM search_documents WHERE vector @@ ('''' || term || '''')::tsquery AND ${pagesUpTo(freePages)})
          ORDER BY edits, documents DESC, term LIMIT 5) AS alike
      FROM jsonb_to_recordset(${JSON.stringify(words)}::jsonb) AS asked(word text, roman text, tsquery text)
      WHERE NOT EXISTS (SELECT FROM search_documents WHERE vector @@ asked.tsquery::tsquery)`,
  );

export interface Criteria {
  tsquery: string;
  kind: DocumentKind | undefined;
  categoryId: number | undefined;
  /** From this instant on, and before that one. */
  from: Date | undefined;
  to: Date | undefined;
  /** Leaves out pages of editions beyond this one. */
  pagesUpTo: number | undefined;
}

export interface DocumentRow {
  kind: DocumentKind;
  ref: number;
  page: number;
  /** Of the documents that were ranked. */
  total: number;
}

/** A common word stands in half of a large archive; the newest of its documents are ranked, which is what its reader wants. */
export const rankedAtMost = 500;

// A document loses half of its weight in half a year: news is asked for more often than history.
const halfLifeDays = 180;

/** The best documents that hold what was asked. */
export const listDocuments = (
  db: Db,
  { tsquery, kind, categoryId, from, to, pagesUpTo: lastPage }: Criteria,
  now: Date,
  { limit, offset }: { limit: number; offset: number },
): Promise<DocumentRow[]> =>
  rowsOf(
    db,
    sql`WITH newest AS MATERIALIZED (
        SELECT id, kind, ref, page, published_at, vector FROM search_documents
        WHERE vector @@ ${tsquery}::tsquery
          ${kind ? sql`AND kind = ${kind}` : sql``}
          ${lastPage === undefined ? sql`` : sql`AND ${pagesUpTo(lastPage)}`}
          ${categoryId === undefined ? sql`` : sql`AND category_id = ${categoryId}::integer`}
          ${from ? sql`AND published_at >= ${from.toISOString()}::timestamptz` : sql``}
          ${to ? sql`AND published_at < ${to.toISOString()}::timestamptz` : sql``}
        ORDER BY published_at DESC, id DESC LIMIT ${rankedAtMost})
      SELECT kind, ref, page, (count(*) OVER ())::integer AS total FROM newest
      ORDER BY ts_rank('{0.1, 0.2, 0.5, 1.0}', vector, ${tsquery}::tsquery)
          / (1 + greatest(0, extract(epoch FROM ${now.toISOString()}::timestamptz - published_at)) / 86400 / ${halfLifeDays}) DESC, id DESC
      LIMIT ${limit} OFFSET ${offset}`,
  );

// The patterns are folded words, which hold none of the signs that LIKE gives a meaning to.
/**
 * Words that begin so, the most used first; only such as still stand in a document that everybody may read. `latin` is compared with words in
 * Latin letters, `roman` with those of Indian scripts as they are spelt in Latin letters.
 */
export const listTermsBeginning = (
  db: Db,
  { latin, roman }: { latin: string | undefined; roman: string },
  freePages: number,
  limit: number,
): Promise<{ term: string }[]> =>
  rowsOf(
    db,
    sql`SELECT term FROM (
        SELECT term, documents FROM search_terms
        WHERE (roman LIKE ${`${roman}%`} AND ascii(term) >= 2304)
          OR (${latin === undefined ? sql`false` : sql`roman LIKE ${`${latin}%`} AND ascii(term) < 2304`})
        ORDER BY documents DESC, length(term), term LIMIT ${limit * 3}) AS likely
      WHERE EXISTS (SELECT FROM search_documents WHERE vector @@ ('''' || term || '''')::tsquery AND ${pagesUpTo(freePages)})
      LIMIT ${limit}`,
  );

const newestTitles = 3000;

/** Ids of the newest stories in whose titles words begin with each of these. */
export const listTitlesWith = (db: Db, beginnings: string[], limit: number): Promise<{ ref: number }[]> =>
  rowsOf(
    db,
    sql`SELECT ref FROM (
        SELECT ref, title, published_at, id FROM search_documents WHERE kind = 'story'
        ORDER BY published_at DESC, id DESC LIMIT ${newestTitles}) AS newest
      WHERE ${sql.join(
        beginnings.map((word) => sql`title LIKE ${`% ${word}%`}`),
        sql` AND `,
      )}
      ORDER BY published_at DESC, id DESC LIMIT ${limit}`,
  );

/** Counts anew in how many documents each word stands, and forgets those that stand in none. Takes a transaction. */
export async function recountTerms(tx: Db): Promise<void> {
  await tx.execute(sql`CREATE TEMPORARY TABLE counted ON COMMIT DROP AS
    SELECT word, ndoc FROM ts_stat('SELECT vector FROM search_documents')`);
  await tx.execute(sql`UPDATE search_terms SET documents = counted.ndoc FROM counted
    WHERE counted.word = term AND documents <> counted.ndoc`);
  // A word that was not counted may stand in what has been written since: for this moment, nobody writes.
  await tx.execute(sql`LOCK TABLE search_documents IN SHARE MODE`);
  await tx.execute(sql`DELETE FROM search_terms WHERE NOT EXISTS (SELECT FROM counted WHERE word = term)
    AND NOT EXISTS (SELECT FROM search_documents WHERE vector @@ ('''' || term || '''')::tsquery)`);
}
