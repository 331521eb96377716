import { desc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { recordQueries } from '#src/platform/cache/recorded-queries.ts';
import type { Context } from '#src/platform/context.ts';
import { searchDocuments } from '#src/search-index/server/search-index.tables.ts';
import { essaysPerPage } from '#src/submissions/submission/research.contract.ts';
import { savePages } from '#src/submissions/submission/server/files.queries.ts';
import {
  submissionFiles,
  submissionPages,
  submissions,
} from '#src/submissions/submission/server/submissions.tables.ts';
import { publishMany } from '#test/factories/submissions.ts';
import { untilBlocked } from '#test/locks.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { listEssays } from './research.queries.ts';
import { getResearch } from './research.service.ts';
import { getEssayResults } from './search-results.service.ts';

const site = siteForFile();
const get = (wanted: Partial<Parameters<typeof getResearch>[1]> = {}) =>
  getResearch({ ...site.services, actor: { role: 'visitor' } } as Context, {
    search: '',
    type: '',
    year: '',
    after: undefined,
    ...wanted,
  });

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** The number of rows a plan read from tables, including those removed by a filter. */
function rowsRead(plan: Plan): number {
  const own = plan['Node Type'].includes('Scan')
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0;
  return own + (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), 0);
}

const rowsOfList = async () => {
  const query = listEssays(site.db, {}, essaysPerPage + 1).getSQL();
  const { rows } = await site.db.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    sql`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`,
  );
  return rowsRead((rows[0] as (typeof rows)[number])['QUERY PLAN'][0].Plan); // EXPLAIN returns one row
};

test('a thousand essays need as many queries as thirty, and read the rows of one page', async () => {
  await publishMany(site, 30, { pages: true });
  const few = await recordQueries(() => get());
  await publishMany(site, 970, { pages: true });
  const many = await recordQueries(() => get());
  const texts = ({ recording }: typeof many) => recording.queries.map(({ text }) => text).sort();
  expect(texts(many)).toEqual(texts(few));
  expect(many.result.essays.map(({ firstPage }) => firstPage?.page)).toEqual(Array(essaysPerPage).fill(1));
  // Each submission, its file and its first page.
  const rows = await rowsOfList();
  expect(rows).toBeGreaterThan(essaysPerPage);
  expect(rows).toBeLessThanOrEqual(3 * (essaysPerPage + 1));
});

test('a search result contains at most the searched part of a long essay', async () => {
  await publishMany(site, 1, { pages: true });
  const [file] = await site.db.select().from(submissionFiles).orderBy(desc(submissionFiles.id)).limit(1);
  const { id: fileId, submissionId } = file as { id: number; submissionId: number }; // just created, for a submission
  const long = { page: 2, width: 595, height: 842, text: 'The water rose. '.repeat(10_000) };
  await site.db.insert(submissionPages).values({ fileId, ...long });
  const [found] = await getEssayResults(site.services, [submissionId]);
  const [abstract = '', ...pages] = found?.text.split('\n') ?? [];
  expect(abstract).toBe('What the water told us over a year of mornings, with tables.');
  expect(pages.join('\n')).toHaveLength(60_000);
});

test.each(['0000', '0999', '9999', '20260', 'abcd'])('the year %s has no essays', async (year) => {
  expect((await get({ year })).essays).toEqual([]);
});

test.each(['x', '1-2147483648', '99999999999999-1', '-1-1'])('rejects the invalid cursor %s', async (after) => {
  await expect(get({ after })).rejects.toMatchObject({ code: 'bad_request' });
});

test('pages that are rendered while an essay is withdrawn do not bring it back into the search', async () => {
  await publishMany(site, 1);
  const [file] = await site.db.select().from(submissionFiles).orderBy(desc(submissionFiles.id)).limit(1);
  const [fileId, id] = [file?.id ?? 0, file?.submissionId ?? 0];
  const page = { fileId, page: 1, width: 595, height: 842, text: 'Tadpoles.' };
  const saved = await site.db.transaction(async (tx) => {
    await tx.update(submissions).set({ onResearch: false }).where(eq(submissions.id, id));
    const saving = site.db.transaction((other) => savePages(other, fileId, [page]));
    await untilBlocked(site, 1);
    return [saving];
  });
  expect(await Promise.all(saved)).toEqual([true]);
  expect(await site.db.select().from(searchDocuments).where(eq(searchDocuments.ref, id))).toMatchObject([
    { kind: 'submission' },
  ]);
});
