/** A made-up word by its number; there are about ten thousand. */
const word = (n: string) =>
  ['bdfgklmnprstv', 'aeiou', 'lmnrst', 'aeiou', 'kbdtpg']
    .map((letters, place, all) => {
      const before = all.slice(0, place).reduce((product, { length }) => product * length, 1);
      return `substr('${letters}', 1 + ${n} / ${before} % ${letters.length}, 1)`;
    })
    .join(' || ');

const columns =
  'title, body, summary, category_id, image_width, image_height, author, language, status, created_at, updated_at, board_at';
const mostIndexed = 10_000;

/**
 * Inserts short stories of made-up words, thirteen minutes apart, bypassing the services. Triggers index the first ten
 * thousand; the others are older copies with copied index rows, which takes a sixth of the time.
 */
export async function fillArchive(run: (sql: string) => Promise<unknown>, stories: number): Promise<void> {
  const indexed = Math.min(stories, mostIndexed);
  // The fourth power makes some words common and most rare, as in natural language.
  await run(`INSERT INTO stories (${columns})
    SELECT initcap(said[1]) || ' ' || said[2] || ' ' || said[3], array_to_string(said, ' ') || CASE WHEN n % 50 = 0 THEN ' चुनाव में सरकार' ELSE '' END,
      'A summary', 1 + n % 8, 400, 300, 'Bulk', 'en', 'published', at, at, at
    FROM (SELECT n, array_agg(${word('i')}) AS said
      FROM (SELECT n, floor(10000 * power(random(), 4))::integer AS i FROM generate_series(1, ${indexed}) AS n, generate_series(1, 12)) AS drawn
      GROUP BY n) AS written, LATERAL (SELECT now() - n * interval '13 minutes' AS at) AS dated`);
  if (stories > indexed) await run(copies(stories, indexed));
  for (const table of ['stories', 'search_documents', 'search_terms']) await run(`VACUUM ANALYZE ${table}`);
}

const copies = (stories: number, indexed: number) => {
  const rounds = `generate_series(1, ${Math.ceil(stories / indexed) - 1}) AS round, LATERAL (SELECT round * ${indexed} AS more, round * ${indexed} * interval '13 minutes' AS older) AS moved`;
  const dated = columns.replaceAll(/\w+_at/g, '$& - older');
  return `
    ALTER TABLE stories DISABLE TRIGGER stories_searched;
    INSERT INTO search_documents (kind, audience, ref, page, category_id, language, published_at, title, vector)
      SELECT kind, audience, ref + more, page, category_id, language, published_at - older, title, vector FROM search_documents, ${rounds};
    INSERT INTO stories (id, ${columns}) OVERRIDING SYSTEM VALUE SELECT id + more, ${dated} FROM stories, ${rounds};
    ALTER TABLE stories ENABLE TRIGGER stories_searched;
    SELECT setval(pg_get_serial_sequence('stories', 'id'), max(id)) FROM stories`;
};

/**
 * Fills the archive and makes it a newsroom's: all states, sub-categories, bylines, accounts and languages, language
 * versions, and texts of the length of a news item. Works on an empty site.
 */
export async function fillNewsroom(run: (sql: string) => Promise<unknown>, stories: number): Promise<void> {
  await fillArchive(run, stories);
  await run(`
    INSERT INTO users (name, email, mobile, dob, password_hash, role)
      SELECT 'Editor ' || n, 'desk' || n || '@news.test', '+919876543210', '1990-05-17', '', 'editor' FROM generate_series(1, 30) AS n;
    ALTER TABLE stories DISABLE TRIGGER USER;
    UPDATE stories SET
      sub_category_id = (SELECT id FROM sub_categories WHERE category_id = stories.category_id ORDER BY id OFFSET stories.id % 4 LIMIT 1),
      author = CASE WHEN id % 4 = 0 THEN 'Asha Rao' ELSE 'Writer ' || id % 200 END,
      author_id = (SELECT min(id) FROM users) + id % 31,
      language = (ARRAY['en', 'en', 'hi', 'ta', 'bn'])[1 + id % 5],
      version_group = CASE WHEN id % 20 IN (10, 12) THEN id - id % 20 + 10 END,
      body = (SELECT string_agg(md5(stories.id || '-' || n), ' ') FROM generate_series(1, 50) AS n),
      summary = repeat(md5(id::text) || ' ', 8),
      updated_at = created_at + id % 1000 * interval '1 hour',
      status = CASE WHEN id % 100 = 7 THEN 'draft' WHEN id % 500 = 9 THEN 'scheduled' ELSE 'published' END::story_status,
      publish_at = CASE WHEN id % 500 = 9 THEN now() + interval '1 year' END,
      deleted_at = CASE WHEN id % 200 = 11 THEN now() END;
    ALTER TABLE stories ENABLE TRIGGER USER;
    UPDATE search_documents SET audience = 'newsroom' FROM stories
      WHERE kind = 'story' AND ref = stories.id AND (status <> 'published' OR deleted_at IS NOT NULL);`);
  for (const table of ['stories', 'search_documents']) await run(`VACUUM FULL ${table}`);
  for (const table of ['stories', 'search_documents']) await run(`VACUUM ANALYZE ${table}`);
}
