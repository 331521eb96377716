/** A made-up word by its number; there are about ten thousand. */
const word = (n: string) =>
  ['bdfgklmnprstv', 'aeiou', 'lmnrst', 'aeiou', 'kbdtpg']
    .map((letters, place, all) => {
      const before = all.slice(0, place).reduce((product, { length }) => product * length, 1);
      return `substr('${letters}', 1 + ${n} / ${before} % ${letters.length}, 1)`;
    })
    .join(' || ');

/** Stores so many short stories of made-up words, thirteen minutes apart, past the services; triggers index them. */
export async function fillArchive(run: (sql: string) => Promise<unknown>, stories: number): Promise<void> {
  // The fourth power makes some words common and most of them rare, as in a language.
  await run(`INSERT INTO stories (title, body, summary, category_id, image_width, image_height, author, language, status, created_at, updated_at, board_at)
    SELECT initcap(said[1]) || ' ' || said[2] || ' ' || said[3], array_to_string(said, ' ') || CASE WHEN n % 50 = 0 THEN ' चुनाव में सरकार' ELSE '' END,
      'A summary', 1 + n % 8, 400, 300, 'Bulk', 'en', 'published', at, at, at
    FROM (SELECT n, array_agg(${word('i')}) AS said
      FROM (SELECT n, floor(10000 * power(random(), 4))::integer AS i FROM generate_series(1, ${stories}) AS n, generate_series(1, 12)) AS drawn
      GROUP BY n) AS written, LATERAL (SELECT now() - n * interval '13 minutes' AS at) AS dated`);
  for (const table of ['stories', 'search_documents', 'search_terms']) await run(`VACUUM ANALYZE ${table}`);
}
