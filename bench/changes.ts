// What the table `changes` costs a write: single inserts of categories with the triggers, with triggers that only
// notify, and without, in turns.
//   node bench/changes.ts
// It takes a database of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase, openDatabase } from '../src/platform/database/db.ts';
import { startPostgres } from '../src/platform/postgres/server.ts';

const inserts = 1000;
const turns = 5;

const folder = await mkdtemp(join(tmpdir(), 'news-wing-bench-'));
const postgres = await startPostgres(folder);
const database = openDatabase(postgres.urlOf('postgres'), () => undefined);
await migrateDatabase(database, join(import.meta.dirname, '../db/migrations'), []);
const client = await database.pool.connect();

const { rows } = await client.query<{ code: string }>(`SELECT pg_get_functiondef('publish_change'::regproc) AS code`);
const stores = rows[0]?.code ?? '';
const notifies = stores.replace(/INSERT INTO changes.*?;/, '');
const kinds: Record<string, string> = {
  'notified and stored': `${stores}; ALTER TABLE categories ENABLE TRIGGER USER`,
  'notified only': `${notifies}; ALTER TABLE categories ENABLE TRIGGER USER`,
  'no trigger': 'ALTER TABLE categories DISABLE TRIGGER USER',
};

let count = 0;
async function insertAll(): Promise<number> {
  const begun = performance.now();
  for (let n = 0; n < inserts; n++) {
    count += 1;
    await client.query(`INSERT INTO categories (name, slug, position) VALUES ('Name ' || $1, 'slug-' || $1, $2)`, [
      `${count}`,
      count,
    ]);
  }
  return performance.now() - begun;
}

for (const commit of ['on', 'off']) {
  await client.query(`SET synchronous_commit = ${commit}`);
  await insertAll(); // to warm up
  const times = Object.fromEntries(Object.keys(kinds).map((kind): [string, number[]] => [kind, []]));
  for (let turn = 0; turn < turns; turn++)
    for (const [kind, setUp] of Object.entries(kinds)) {
      await client.query(setUp);
      times[kind]?.push(await insertAll());
    }
  for (const [kind, measured] of Object.entries(times)) {
    const [fastest = 0, , median = 0, , slowest = 0] = measured.sort((a, b) => a - b);
    const shown = [median, fastest, slowest].map((ms) => `${Math.round(ms)} ms`);
    process.stdout.write(
      `synchronous_commit ${commit}, ${kind}: ${inserts} inserts in ${shown[0]} (median of ${turns}; ${shown[1]} to ${shown[2]})\n`,
    );
  }
}
const { rows: size } = await client.query(
  `SELECT count(*) AS rows, pg_total_relation_size('changes') AS bytes FROM changes`,
);
process.stdout.write(`changes: ${JSON.stringify(size[0])}\n`);

client.release();
await database.close();
await postgres.stop();
await rm(folder, { recursive: true });
