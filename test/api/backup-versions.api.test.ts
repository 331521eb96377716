// Backups and databases of other versions. Both tests migrate several databases from nothing, which takes seconds: that is
// what they prove.
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBackup } from '#src/platform/backup/create-backup.ts';
import { addManifest } from '#src/platform/backup/manifest.ts';
import { applyMigrations } from '#src/platform/database/migrations.ts';
import { newestVersion, readJournal } from '#src/platform/database/schema-version.ts';
import { startSite } from '#src/site/site.ts';
import { newDatabase, openBackups, restore } from '../backups.ts';
import { readDatabaseAt } from '../database-contents.ts';
import { siteForFile } from '../site-for-file.ts';

const site = siteForFile();
const migrations = join(import.meta.dirname, '../../db/migrations');
let backups: Awaited<ReturnType<typeof openBackups>>;
beforeAll(async () => {
  backups = await openBackups(site);
});
afterAll(() => backups.close());

/** A database as it was after the migration of this number. */
async function openOlder(number: string) {
  const databaseUrl = await newDatabase();
  const older = new Pool({ connectionString: databaseUrl });
  const { entries } = await readJournal(migrations);
  const version = entries.find(({ tag }) => tag.startsWith(number))?.when ?? 0;
  await applyMigrations(older, migrations, { upTo: version });
  return { databaseUrl, older, version };
}

test('an older backup is restored into a newer program; a newer backup and a newer database are refused', async () => {
  const { databaseUrl, older, version } = await openOlder('0019');
  await older.query("INSERT INTO categories (name, slug, position) VALUES ('Sports', 'sports', 1)");
  await older.query(
    "INSERT INTO audit_log (at, actor, action, subject) VALUES ('2020-03-04', 'Asha', 'test.done', 'test 2')",
  );
  await older.end();
  const target = join(backups.folder, 'older');
  const { config } = await backups.place(databaseUrl);
  const { manifest } = await createBackup({ ...backups.source, config, databaseUrl }, target);
  expect(manifest.schemaVersion).toBe(version);
  const place = await backups.place(await newDatabase());
  await restore(place, target);
  const restored = await readDatabaseAt(place.databaseUrl);
  expect(restored.schema).toEqual((await readDatabaseAt(site.databaseUrl)).schema);
  expect(restored.rows.categories).toHaveLength(1);
  expect(restored.rows.audit_log).toHaveLength(1);

  const [id, newer] = ['20991231T000000000Z-ffffff', (await newestVersion(migrations)) + 1];
  const forged = { ...manifest, id, schemaVersion: newer };
  await addManifest(backups.storeIn(target), await backups.newDataDir(), forged);
  await expect(restore(place, target)).rejects.toThrow('was made by a newer News Wing');
  const database = new Pool({ connectionString: place.databaseUrl });
  await database.query("INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('', $1)", [newer]);
  await database.end();
  await expect(startSite(place)).rejects.toThrow('The database is of a newer News Wing');
  await expect(createBackup({ ...backups.source, ...place }, target)).rejects.toThrow('The database is of a newer');
});

test('an audit log in partitions becomes one table, by an upgrade and from a backup', async () => {
  const { databaseUrl, older } = await openOlder('0042');
  await older.query(
    "CREATE TABLE audit_log_2020_03 PARTITION OF audit_log FOR VALUES FROM ('2020-03-01Z') TO ('2020-04-01Z')",
  );
  const insert = (at: string, details: object) =>
    older.query(
      'INSERT INTO audit_log (at, actor_id, actor, action, subject, details) VALUES ($1, 7, $2, $3, $4, $5)',
      [...[at, 'Asha', 'test.done', 'test 3', details]],
    );
  await insert('2021-05-06T07:08:09.123Z', { of: 'the default partition' });
  await insert('2020-03-04T05:06:07.891Z', { of: 'a month' });
  const list = async (pool: Pool) => (await pool.query('SELECT * FROM audit_log ORDER BY id')).rows;
  const before = await list(older);
  const target = join(backups.folder, 'partitions');
  const { config } = await backups.place(databaseUrl);
  await createBackup({ ...backups.source, config, databaseUrl }, target);
  await applyMigrations(older, migrations);
  expect(await list(older)).toEqual(before);
  await insert('2020-03-05', {});
  expect((await list(older)).at(-1).id).toBeGreaterThan(before.at(-1).id);
  await older.end();

  const place = await backups.place(await newDatabase());
  await restore(place, target);
  const restored = new Pool({ connectionString: place.databaseUrl });
  expect(await list(restored)).toEqual(before);
  await restored.end();
  expect((await readDatabaseAt(place.databaseUrl)).schema).toEqual((await readDatabaseAt(site.databaseUrl)).schema);
});
