import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import type { Language } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { fillArchive } from '../factories/archive.ts';

const site = siteForFile({ PAGE_CACHE_MB: '0' }); // a cached list makes no query
const storyCount = 100_000;

beforeAll(async () => {
  await fillArchive((text) => site.db.execute(sql.raw(text)), storyCount);
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
  ['the board', async () => (await import('#src/news/server/front.service.ts')).getBoard(context())],
  ...(['en', 'gu'] as const).map((language): [string, () => Promise<unknown>] => [
    `the front in ${language}`,
    async () => (await import('#src/news/server/front.service.ts')).getFront(context(language)),
  ]),
  [
    'a category',
    async () => (await import('#src/news/server/reading.service.ts')).getCategoryPage(context(), 'business'),
  ],
  [
    'a category, further on',
    async () =>
      (await import('#src/news/server/reading.service.ts')).getCategoryPage(context(), 'business', {
        cursor: `${Date.now() - 86_400_000 * 300}-1`,
      }),
  ],
  ['a story', async () => (await import('#src/news/server/reading.service.ts')).getStoryPage(context(), 4711)],
  ...[
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
