// Backups of a site that is written to, and the sites that are restored from them, row by row and byte by byte.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client as Connection, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CreatedBackup, createBackup } from '#src/platform/backup/create-backup.ts';
import { verifyBackups } from '#src/platform/backup/verify.ts';
import { sweepOrphanedFiles } from '#src/platform/files/orphaned-files.jobs.ts';
import { startPostgres } from '#src/platform/postgres/server.ts';
import { dayMs } from '#src/rules/calendar.rules.ts';
import { startSite } from '#src/site/site.ts';
import { filesIn, newDatabase, openBackups, restore } from '../backups.ts';
import { openBucket } from '../bucket.ts';
import { Client } from '../client.ts';
import { type DatabaseContents, readDatabase, readDatabaseAt } from '../database-contents.ts';
import { clip, fillSite, readFiles } from '../factories/backed-up-site.ts';
import { addFailedJob } from '../factories/failed-jobs.ts';
import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import { password } from '../site.ts';
import { siteForFile } from '../site-for-file.ts';

const site = siteForFile();
const passphrase = 'correct horse battery staple';
const bucket = await openBucket('backups');
const inBucket = 's3://backups/daily';
let backups: Awaited<ReturnType<typeof openBackups>>;
let pool: Pool;
let filled: Awaited<ReturnType<typeof fillSite>>;

beforeAll(async () => {
  const { S3_BUCKET: _, ...access } = bucket.env;
  const env = Object.fromEntries(Object.entries(access).map(([name, value]) => [`BACKUP_${name}`, value]));
  backups = await openBackups(site, env);
  pool = new Pool({ connectionString: site.databaseUrl });
  filled = await fillSite(site, pool);
  await mkdir(join(site.dataDir, 'outbox/sorted'), { recursive: true });
  await writeFile(join(site.dataDir, 'outbox/sorted/1.eml'), 'A mail.');
  // Files that are not the site's, and that its storage refuses to read.
  for (const name of ['.DS_Store', 'Straße.txt']) await writeFile(join(site.dataDir, 'files/open', name), '');
});
afterAll(async () => {
  await pool.end();
  await bucket.close();
  await backups.close();
});

/** Reads the site's database as a snapshot has it. */
async function readSnapshot(id: string): Promise<DatabaseContents> {
  const reader = new Connection({ connectionString: site.databaseUrl });
  await reader.connect();
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await reader.query(`SET TRANSACTION SNAPSHOT '${id}'`);
  const contents = withoutChanges(await readDatabase(reader));
  await reader.end();
  return contents;
}

// They are transaction numbers of another server.
const withoutChanges = ({ rows, schema }: DatabaseContents) => ({ rows: { ...rows, changes: [] }, schema });

describe('a backup that is made while editors write', () => {
  let expected: DatabaseContents;
  let filesBefore: Record<string, string>;
  let made: CreatedBackup;
  const target = () => join(backups.folder, 'store');

  beforeAll(async () => {
    filesBefore = await readFiles(backups.config);
    let over = false;
    const writing = (async () => {
      // Few pictures: the restored site makes their variants.
      for (let count = 0; !over; count++)
        await createStory(filled.editor, count < 2 ? { image: await pictureFile(60, 40) } : {});
    })();
    made = await createBackup(backups.source, target(), {
      passphrase,
      async withSnapshot(id) {
        expected = await readSnapshot(id);
        // From now on a file of the snapshot is in another folder, and another has been replaced.
        const { editor, draft, author } = filled;
        const published = await editor.form('PUT', `/api/admin/${draft.id}`, { status: 'published' });
        const portrait = await pictureFile(210, 210);
        const replaced = await editor.form('PUT', `/api/authors/${author.id}`, { version: author.version, portrait });
        expect([published.status, replaced.status]).toEqual([200, 200]);
        await site.services.files.remove(clip);
        await sweepOrphanedFiles.run(site.services as never, {}); // of the context it uses no more
      },
    });
    over = true;
    await writing;
  });

  test('has the rows of one instant and every file that was there at that instant', async () => {
    expect(made.manifest.missingFiles).toEqual([]);
    expect(made.manifest.tables.map(({ name, rows }) => [name, rows])).toEqual(
      Object.entries(expected.rows).map(([name, rows]) => [name, rows.length]),
    );
    expect(filesBefore).toHaveProperty(['outbox/sorted/1.eml']);
    expect(await filesIn(backups.storeIn(target()), made.manifest)).toMatchObject(filesBefore);
    expect(await verifyBackups(backups.storeIn(target()), [made.manifest.id], { passphrase })).toEqual([]);
  });

  test('defers the removal of files until it has copied them', async () => {
    const orphaned = await pool.query('SELECT key FROM orphaned_files');
    const portrait = filled.author.portrait_url.split('/').at(-1);
    expect(orphaned.rows).toEqual(expect.arrayContaining([{ key: `open/${portrait}` }, { key: clip }]));
    expect(await readdir(join(site.dataDir, 'files/open'))).toContain(portrait);
    const later = await pool.query('SELECT FROM jobs.job WHERE name = $1 AND start_after > now()', [
      sweepOrphanedFiles.name,
    ]);
    expect(later.rowCount).toBe(1);
    await site.services.files.remove(clip);
    expect(await site.services.files.find(clip)).toBeUndefined();
  });

  test('is restored to an embedded PostgreSQL and a folder, from where the site serves the same', async () => {
    const dataDir = await backups.newDataDir();
    const postgres = await startPostgres(dataDir, { durable: false });
    try {
      const place = await backups.place(postgres.url, { DATA_DIR: dataDir });
      await expect(restore(place, target(), { passphrase: 'not the right one' })).rejects.toThrow(
        'BACKUP_PASSPHRASE is not the one',
      );
      const restored = await restore(place, target(), { passphrase });
      expect(restored).toMatchObject({ secrets: { SEAL_KEY: expect.anything() }, unknownJobs: 0 });
      expect(withoutChanges(await readDatabaseAt(postgres.url))).toEqual(expected);
      expect(await readFiles(place.config)).toEqual(await filesIn(backups.storeIn(target()), made.manifest));

      const { address, close } = await startSite(place);
      try {
        const visitor = new Client(address);
        const { body } = await visitor.get(`/api/admin/${filled.story.id}`);
        expect(body).toMatchObject({ news_title: filled.story.news_title });
        expect((await visitor.get(`/api${body.image_url}`)).status).toBe(200);
        const chief = await visitor.login('/api/admin_login', 'chief@news.test', password);
        const { body: work } = await chief.get(`/api/get-article-by-id?id=${filled.work.id}`);
        expect((await chief.get(`/api${work.data.bonafide_file}`)).status).toBe(200); // decrypted with SEAL_KEY
        expect((await createStory(chief)).id).toBeGreaterThan(filled.story.id);
      } finally {
        await close();
      }
    } finally {
      await postgres.stop();
    }
  });
});

/** The columns whose next number a row has already. */
async function readTakenNumbers(databaseUrl: string): Promise<string[]> {
  const client = new Pool({ connectionString: databaseUrl });
  const { rows: columns } = await client.query<{ table: string; column: string }>(`
    SELECT relname AS table, attname AS column FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
      AND pg_get_serial_sequence(quote_ident(relname), attname) IS NOT NULL`);
  for (const table of ['stories', 'audit_log']) expect(columns).toContainEqual({ table, column: 'id' });
  const taken: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await client.query(
      `SELECT nextval(pg_get_serial_sequence('"${table}"', '${column}')) <= max("${column}") AS taken FROM "${table}"`,
    );
    if (rows[0].taken) taken.push(`${table}.${column}`);
  }
  await client.end();
  return taken;
}

/** Name, data and day of the jobs that have not run. */
async function readWaiting(databaseUrl: string): Promise<string[]> {
  const client = new Pool({ connectionString: databaseUrl });
  const { rows } = await client.query(
    `SELECT name || ' ' || data || ' ' || start_after::date AS job FROM jobs.job
     WHERE state IN ('created', 'retry', 'active') ORDER BY name, id`,
  );
  await client.end();
  return rows.map(({ job }) => job);
}

describe('a backup in a bucket', () => {
  test('is restored to a database by its URL and a bucket, also after an interruption, and back', async () => {
    const job = { name: 'mail.deliver', run: async () => {} };
    await site.services.jobs.send(job, { mailId: 77 }, { after: new Date(Date.now() + dayMs) });
    await addFailedJob(site, job.name); // is left out
    let expected: DatabaseContents | undefined;
    const made = await createBackup(backups.source, inBucket, {
      withSnapshot: async (snapshot) => {
        expected = await readSnapshot(snapshot);
      },
    });
    const place = await backups.place(await newDatabase(), bucket.env);
    const { id } = made.manifest;
    for (const at of ['Loading tables', 'Copying files']) {
      const stopping = new AbortController();
      const interrupted = restore(place, inBucket, {
        signal: stopping.signal,
        onProgress: ({ step }) => step === at && stopping.abort(new Error('stopped')),
      });
      await expect(interrupted, at).rejects.toThrow('aborted');
      await expect(startSite(place)).rejects.toThrow(`The restore of backup ${id} into this database has not finished`);
    }
    expect(await restore(place, inBucket)).toMatchObject({ secrets: undefined, unknownJobs: 0 });

    expect(withoutChanges(await readDatabaseAt(place.databaseUrl))).toEqual(expected);
    expect(await readTakenNumbers(place.databaseUrl)).toEqual([]);
    const waiting = await readWaiting(place.databaseUrl);
    expect(waiting).toHaveLength(made.manifest.jobs.count);
    const lines = await readWaiting(site.databaseUrl);
    expect(waiting).toContain(lines.find((line) => line.includes('"mailId": 77')));

    const target = join(backups.folder, 'back');
    const back = await createBackup({ ...backups.source, ...place }, target);
    const rowsOf = ({ manifest }: CreatedBackup) => manifest.tables.map(({ name, rows }) => [name, rows]);
    expect(rowsOf(back)).toEqual(rowsOf(made));
    const filesOf = (store: string, { manifest }: CreatedBackup) => filesIn(backups.storeIn(store), manifest);
    expect(await filesOf(target, back)).toEqual(await filesOf(inBucket, made));
  });

  test('shares its files with the others there, and replaces those that are missing', async () => {
    const store = backups.storeIn(inBucket);
    const objects = () => Array.fromAsync(store.list('objects/'));
    const before = await objects();
    const { manifest } = await createBackup(backups.source, inBucket);
    expect(await objects()).toEqual(expect.arrayContaining(before));
    const name = before[0]?.name ?? '';
    await store.remove([name]);
    expect(await verifyBackups(store, [manifest.id])).toEqual([`${name} is missing.`]);
    await createBackup(backups.source, inBucket);
    expect(await verifyBackups(store, [manifest.id])).toEqual([]);
  });
});
