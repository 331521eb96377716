import type { Pool } from 'pg';

/** Fills an empty site with this number of stories, a minute apart, over all its categories. Returns one of them. */
export async function fill(pool: Pool, stories: number): Promise<{ id: number }> {
  const client = await pool.connect();
  // No node needs a notification for each of a hundred thousand stories.
  await client.query('SET session_replication_role = replica');
  await client.query(`
    INSERT INTO pictures (name, width, height, colour, variants)
    SELECT left(md5(n::text), 24), 1600, 1067, '#8a7f72', (
      SELECT jsonb_agg(jsonb_build_object('width', width, 'format', format))
      FROM unnest(ARRAY[480, 800, 1200]) AS width, unnest(ARRAY['avif', 'webp']) AS format)
    FROM generate_series(1, 200) AS n`);
  await client.query(
    `
    WITH places AS (
      SELECT categories.id AS category_id, sub_categories.id AS sub_category_id, count(*) OVER () AS places,
        row_number() OVER (ORDER BY categories.id, sub_categories.id) - 1 AS place
      FROM categories LEFT JOIN sub_categories ON sub_categories.category_id = categories.id
    ), shown AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM pictures)
    INSERT INTO stories (title, body, summary, category_id, sub_category_id, picture_id, image_width, image_height,
      author, status, created_at, updated_at, board_at)
    SELECT 'The ferry to Naubat Ghat runs late for day ' || n, repeat($2 || E'\\n\\n', 12), $2,
      category_id, sub_category_id, shown.id, 1200, 800, 'Asha Rao', 'published', at, at, at
    FROM generate_series(1, $1) AS n
    JOIN places ON places.place = n % places.places
    JOIN shown ON shown.place = n % 200,
    LATERAL (SELECT now() - n * interval '1 minute' AS at) AS times`,
    [stories, 'Onion mandi opens at dawn, and whoever waits at the landing has time to count the boats. '.repeat(3)],
  );
  await client.query('ANALYZE');
  const { rows } = await client.query<{ id: number }>('SELECT max(id) AS id FROM stories');
  client.release(true);
  return { id: rows[0]?.id ?? 1 };
}
