import type { Pool } from 'pg';
import { fillNewsroom } from '../test/factories/archive.ts';

const written = 10_000;
/** A word of five stories, which no other story has. */
export const rareWord = 'zanzibari';

/**
 * Fills an empty site with a newsroom's archive by copying one of ten thousand stories, each copy thirteen minutes older
 * than the one before. Indexes are made at the end, which takes a fraction of the time. `documents` is how many stories
 * the search finds.
 */
export async function fillLargeArchive(pool: Pool, stories: number, documents = stories): Promise<void> {
  const begun = performance.now();
  const note = (text: string) => process.stderr.write(`${Math.round((performance.now() - begun) / 1000)} s: ${text}\n`);
  await fillNewsroom((text) => pool.query(text), Math.min(stories, written));
  // Of the length that a news item has when it is compressed; random letters, because a repeated text takes no room.
  await pool.query(`
    ALTER TABLE stories DISABLE TRIGGER USER;
    UPDATE stories SET body = (SELECT string_agg(md5(stories.id || '-' || n), ' ') FROM generate_series(1, 22) AS n);
    ALTER TABLE stories ENABLE TRIGGER USER;`);
  for (const table of ['stories', 'search_documents']) await pool.query(`VACUUM FULL ${table}`);
  await pool.query("ALTER SYSTEM SET max_wal_size = '4GB'");
  await pool.query('SELECT pg_reload_conf()');
  const { rows: indexes } = await pool.query<{ name: string; sql: string }>(`
    SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS sql FROM pg_index
    WHERE indrelid IN ('stories'::regclass, 'search_documents'::regclass)
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
    ORDER BY pg_get_indexdef(indexrelid) LIKE '%USING gin (vector)%' DESC`);
  for (const { name } of indexes) await pool.query(`DROP INDEX ${name}`);
  note('written');
  await Promise.all([
    copy(pool, 'stories', 'id', stories, {
      id: 'id + more',
      created_at: 'created_at - older',
      updated_at: 'updated_at - older',
      board_at: 'board_at - older',
      deleted_at: 'deleted_at - older',
      version_group: 'version_group + more',
    }),
    copy(pool, 'search_documents', 'ref', documents, {
      ref: 'ref + more',
      published_at: 'published_at - older',
      version_group: 'version_group + more',
    }),
  ]);
  note('copied');
  const left = indexes.values(); // shared by the connections
  const build = async () => {
    const client = await pool.connect();
    await client.query("SET maintenance_work_mem = '1500MB'");
    for (const { name, sql } of left) {
      await client.query(sql);
      note(name);
    }
    client.release(true);
  };
  await Promise.all([build(), build()]);
  await pool.query(`
    SELECT setval(pg_get_serial_sequence('stories', 'id'), max(id)) FROM stories;
    SELECT setval(pg_get_serial_sequence('search_documents', 'id'), max(id)) FROM search_documents`);
  for (const table of ['stories', 'search_documents']) await pool.query(`VACUUM ANALYZE ${table}`);
  await pool.query(`UPDATE stories SET title = title || ' ${rareWord}' WHERE id IN (1, 500, 2000, 5000, 9900)`);
  await pool.query('ALTER SYSTEM RESET max_wal_size');
  await pool.query('SELECT pg_reload_conf()');
  await pool.query('CHECKPOINT');
  note('filled');
}

/** Copies the stories in a table, which `key` counts from 1, up to this number, with these columns changed. */
async function copy(
  pool: Pool,
  table: string,
  key: string,
  rows: number,
  changed: Record<string, string>,
): Promise<void> {
  const { rows: columns } = await pool.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped`,
  );
  const names = columns.map(({ name }) => name).filter((name) => name !== 'id' || changed.id);
  const client = await pool.connect();
  // No node needs a notification for each of millions of stories.
  await client.query('SET session_replication_role = replica');
  for (let round = 1; round < rows / written; round++)
    await client.query(`
      INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
      SELECT ${names.map((name) => changed[name] ?? name)} FROM ${table},
        LATERAL (SELECT ${round * written} AS more, ${round * written} * interval '13 minutes' AS older) AS moved
      WHERE ${key} <= ${written} ORDER BY ${key}`);
  client.release(true);
}
