import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const storyCount = 100_000;

// Six thousand made-up words, common and rare as in a language: the n-th is about n times rarer than the first.
const words = `SELECT array_agg(word) FROM (
  SELECT substr('bdfgklmnprstv', 1 + n % 13, 1) || substr('aeiou', 1 + n / 13 % 5, 1) || substr('lmnrst', 1 + n / 65 % 6, 1)
    || substr('aeiou', 1 + n / 390 % 5, 1) || substr('kbdtpg', 1 + n / 1950 % 6, 1) AS word FROM generate_series(0, 5999) AS n) AS w`;

beforeAll(async () => {
  const begun = performance.now();
  await site.db.execute(
    sql.raw(`
    WITH vocabulary AS MATERIALIZED (SELECT (${words}) AS words)
    INSERT INTO stories (title, body, summary, category_id, image_width, image_height, author, language, status, created_at, updated_at, board_at)
    SELECT initcap(said.words[1] || ' ' || said.words[2] || ' ' || said.words[3] || ' ' || said.words[4]) || ' ' || n,
      array_to_string(said.words, ' ') || CASE WHEN n % 10 = 0 THEN ' चुनाव में सरकार' ELSE '' END,
      said.words[1], 1 + n % 8, 400, 300, 'Bulk', CASE WHEN n % 10 = 0 THEN 'hi' ELSE 'en' END, 'published', at, at, at
    FROM generate_series(1, ${storyCount}) AS n,
      LATERAL (SELECT array_agg(vocabulary.words[1 + floor(6000 * power(random(), 4))::integer]) AS words
        FROM generate_series(1, 60 + n % 3), vocabulary) AS said,
      LATERAL (SELECT now() - n * interval '13 minutes' AS at) AS t`),
  );
  await site.db.execute(sql`VACUUM ANALYZE stories`);
  await site.db.execute(sql`VACUUM ANALYZE search_documents`);
  await site.db.execute(sql`VACUUM ANALYZE search_terms`);
  console.log(`${storyCount} stories stored and indexed in ${Math.round((performance.now() - begun) / 1000)} s`);
}, 600_000);

test('search', async () => {
  const asked = [
    'chunav',
    'bada',
    'bula dima',
    'sarkar',
    'fulak',
    '"bala dama"',
    'velik',
    'gomut',
    'dabala',
    'kala mala',
  ];
  const times: number[] = [];
  for (const q of [...asked, ...asked]) {
    const begun = performance.now();
    const { status, body } = await site.visitor.get(`/api/search?${new URLSearchParams({ q })}`);
    times.push(performance.now() - begun);
    expect(status).toBe(200);
    console.log(q, body.total, body.meant, times.at(-1)?.toFixed(1));
  }
}, 60_000);
