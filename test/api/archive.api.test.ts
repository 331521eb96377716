import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import type { Language } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { fillArchive } from '../factories/archive.ts';

const site = siteForFile({ PAGE_CACHE_MB: '0' }); // a cached list makes no query
const storyCount = 40_000; // with fewer, PostgreSQL may prefer a sequential scan

beforeAll(async () => {
  const run = (text: string) => site.db.execute(sql.raw(text));
  await fillArchive(run, storyCount);
  // Languages, and authors and topics of many stories and of few.
  await run(`
    INSERT INTO authors (name, slug, former_ids) SELECT 'Writer ' || n, 'writer-' || n, ARRAY[n + 10000] FROM generate_series(1, 300) AS n;
    INSERT INTO topics (name, slug) SELECT 'Topic ' || n, 'topic-' || n FROM generate_series(1, 3000) AS n;
    INSERT INTO series (title, slug, language) SELECT 'Series ' || n, 'series-' || n, 'en' FROM generate_series(1, 100) AS n;
    ALTER TABLE stories DISABLE TRIGGER USER;
    UPDATE stories SET language = (ARRAY['en', 'hi', 'gu', 'ta'])[1 + id % 4],
      author = 'Writer ' || (2 + id % 299), author_ids = ARRAY[2 + id % 299] || CASE WHEN id = 20000 THEN ARRAY[1] ELSE '{}' END,
      topic_ids = ARRAY[1 + id % 3, 4 + id % 2900] || CASE WHEN id % 20000 = 9 THEN ARRAY[3000] ELSE '{}' END,
      series_id = CASE WHEN id % 100 = 11 THEN 1 + id % 99 END, series_part = CASE WHEN id % 100 = 11 THEN 1 END;
    ALTER TABLE stories ENABLE TRIGGER USER`);
  for (const table of ['authors', 'topics', 'series']) await run(`VACUUM ANALYZE ${table}`);
  await run('VACUUM FULL stories');
  await run('VACUUM ANALYZE stories');
  const { rows } = await site.db.execute('SELECT count(*)::integer AS count, max(ref) AS last FROM search_documents');
  expect(rows).toEqual([{ count: storyCount, last: storyCount }]);
}, 600_000);

interface Statement {
  text: string;
  values: unknown[];
}

/** The SQL statements that a request sends to the database. */
async function statementsOf(ask: () => Promise<unknown>): Promise<Statement[]> {
  const pool = (site.db as unknown as { $client: Pool }).$client; // the pool passed to drizzle in db.ts
  const { query } = pool;
  const sent: Statement[] = [];
  pool.query = ((config: { text: string }, values: unknown[]) => {
    sent.push({ text: config.text, values });
    return (query as (...words: unknown[]) => unknown).call(pool, config, values);
  }) as typeof query;
  await ask();
  pool.query = query;
  return sent.filter(({ text }) => /^\s*(select|with)/i.test(text));
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

const large = ['stories', 'search_documents', 'search_terms'];
const scans = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && large.includes(plan['Relation Name'] ?? '')
    ? [plan['Relation Name'] ?? '']
    : []),
  ...(plan.Plans ?? []).flatMap(scans),
];

async function scansOf({ text, values }: Statement): Promise<string[]> {
  const pool = (site.db as unknown as { $client: Pool }).$client;
  const { rows } = await pool.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
  return scans(rows[0]['QUERY PLAN'][0].Plan);
}

const context = (language: Language = 'en') =>
  ({ ...site.services, language, text: translator(language) }) as unknown as Context;

const search = (q: string, more = '') => `/api/search?q=${encodeURIComponent(q)}${more}`;

test.each([
  ['the board', async () => (await import('#src/news/front/server/front.service.ts')).getBoard(context())],
  ...(['en', 'gu'] as const).map((language): [string, () => Promise<unknown>] => [
    `the front in ${language}`,
    async () => (await import('#src/news/front/server/front.service.ts')).getFront(context(language)),
  ]),
  [
    'a category',
    async () => (await import('#src/news/published/server/reading.service.ts')).getCategoryPage(context(), 'business'),
  ],
  [
    'a category, further on',
    async () =>
      (await import('#src/news/published/server/reading.service.ts')).getCategoryPage(context(), 'business', {
        cursor: `${Date.now() - 86_400_000 * 300}-1`,
      }),
  ],
  [
    'a story',
    async () => (await import('#src/news/published/server/reading.service.ts')).getStoryPage(context(), 4711),
  ],
  ...(['topic-1', 'topic-3000'] as const).flatMap((slug): [string, () => Promise<unknown>][] => [
    [
      slug,
      async () => (await import('#src/news/published/server/topic-pages.service.ts')).getTopicPage(context('hi'), slug),
    ],
  ]),
  ...(['writer-1', 'writer-7'] as const).map((slug): [string, () => Promise<unknown>] => [
    slug,
    async () => (await import('#src/news/published/server/author-pages.service.ts')).getAuthorPage(context('hi'), slug),
  ]),
  [
    'a series',
    async () =>
      (await import('#src/news/published/server/topic-pages.service.ts')).getSeriesPage(context(), 'series-12'),
  ],
  [
    'the counts of authors',
    async () => (await import('#src/news/authors/server/authors.queries.ts')).countAuthorStories(site.db),
  ],
  [
    'the counts of topics',
    async () => (await import('#src/news/topics/server/topics.queries.ts')).countTopicStories(site.db, [3000, 77]),
  ],
  ...[
    '/topic/topic-3000/feed.xml',
    '/hi/topic/topic-3000/feed.xml',
    '/author/writer-1/feed.xml',
    '/sitemaps/authors.xml',
    '/sitemaps/topics.xml',
    '/sitemaps/series.xml',
    '/api/admin',
    '/feed.xml',
    '/category/business/feed.xml',
    '/hi/feed.xml',
    '/hi/category/business/feed.xml',
    '/sitemap.xml',
    '/sitemaps/stories-4.xml',
    '/sitemaps/news.xml',
    search('bala'),
    search('bala dama'),
    search('chunav'),
    search('"bala dama"'),
    search('gomut', '&category=business&page=3'),
    search('balaxe'),
    search('business'),
    search('bala', '&languages=only'),
    '/api/search/suggestions?q=ba',
    '/api/search/suggestions?q=chun',
    '/api/search/suggestions?q=bala%20da',
  ].map((path): [string, () => Promise<unknown>] => [
    path,
    async () => expect((await site.visitor.get(path)).status).toBe(200),
  ]),
])(
  '%s runs no sequential scan on a large table',
  async (_, ask) => {
    await ask(); // warms the in-memory caches
    const statements = await statementsOf(ask);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) expect(await scansOf(statement), statement.text).toEqual([]);
  },
  30_000,
);

test('runs twenty searches in sequence', async () => {
  const asked = [
    ...'chunav,sarkar,bala,dama fala,gomut,lanuk,"bala dama",pirib,velik,nesad,balak,kamag,domat,rilab,sanut,tolik,marag,fulak,binad,vatam'.split(
      ',',
    ),
  ];
  for (const q of asked) expect((await site.visitor.get(search(q))).status, q).toBe(200);
});
