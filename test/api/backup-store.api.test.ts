// What a store of backups holds, what is found damaged in it, and where backups and restores are refused.
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, truncate, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CreatedBackup, createBackup } from '#src/platform/backup/create-backup.ts';
import { listBackups, readManifest } from '#src/platform/backup/manifest.ts';
import { digestOf } from '#src/platform/backup/parts.ts';
import { markBackup } from '#src/platform/backup/running.ts';
import { objectName } from '#src/platform/backup/store.ts';
import { openStore } from '#src/platform/backup/target.ts';
import { verifyBackups } from '#src/platform/backup/verify.ts';
import { readConfig } from '#src/platform/config.ts';
import { filesIn, newDatabase, openBackups, restore } from '../backups.ts';
import { readFiles } from '../factories/backed-up-site.ts';
import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import { siteForFile } from '../site-for-file.ts';

const site = siteForFile();
const passphrase = 'correct horse battery staple';
let backups: Awaited<ReturnType<typeof openBackups>>;
/** File name of a story's picture. */
let picture: string;

beforeAll(async () => {
  backups = await openBackups(site);
  const { image_url } = await createStory(await site.as('editor'), { image: await pictureFile(300, 200) });
  picture = image_url.split('/').at(-1);
});
afterAll(() => backups.close());

// In a process of its own, since the backup must not go on meanwhile.
const endConnections = `
  import pg from 'pg';
  const client = new pg.Client(process.argv[1]);
  await client.connect();
  await client.query("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'news-wing backup' AND datname = current_database()");
  await client.end();`;

const stopAtFiles = (stopping: AbortController) => ({
  signal: stopping.signal,
  onProgress: ({ step }: { step: string }) => void (step === 'Copying files' && stopping.abort(new Error('stopped'))),
});

describe('damage', () => {
  const target = () => join(backups.folder, 'damaged');
  const verify = (id: string) => verifyBackups(backups.storeIn(target()), [id]);
  let id: string;
  let parts: Record<string, string>;

  beforeAll(async () => {
    const { manifest } = await createBackup(backups.source, target(), { passphrase });
    id = manifest.id;
    const [sha256 = ''] = Object.values(await filesIn(backups.storeIn(target()), manifest));
    parts = {
      'the manifest': `backups/${id}/manifest.json`,
      'a table': manifest.tables.find(({ name }) => name === 'stories')?.part.name ?? '',
      'the jobs': manifest.jobs.part.name,
      'the list of files': manifest.files.part.name,
      'the secrets': manifest.secrets?.name ?? '',
      'a file': objectName(sha256),
    };
  });

  const damages: Record<string, (path: string, bytes: Buffer) => Promise<void>> = {
    'a flipped bit': async (path, bytes) => {
      const at = Math.floor(bytes.length / 2);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      await writeFile(path, bytes);
    },
    'a missing end': (path, bytes) => truncate(path, bytes.length - 1),
    'a missing file': (path) => unlink(path),
  };

  /** Damages a part while `during` runs. */
  async function damaged(part: string, kind: string, during: (name: string) => Promise<void>) {
    const name = parts[part] ?? '';
    const path = join(target(), name);
    const whole = await readFile(path);
    await damages[kind]?.(path, Buffer.from(whole));
    await during(name);
    await writeFile(path, whole);
  }

  test.each(['the manifest', 'a table', 'the jobs', 'the list of files', 'the secrets', 'a file'])(
    'of %s is found and named',
    async (part) => {
      for (const kind of Object.keys(damages))
        await damaged(part, kind, async (name) =>
          expect(await verify(id), kind).toEqual([expect.stringContaining(name)]),
        );
      expect(await verify(id)).toEqual([]);
    },
  );

  test('keeps a restore from writing anything', async () => {
    const place = await backups.place(await newDatabase());
    await damaged('a file', 'a flipped bit', async () => {
      await expect(restore(place, target(), { withoutSecrets: true })).rejects.toThrow('has changed');
    });
    expect(await readFiles(place.config)).toEqual({});
    const restored = await restore(place, target(), { withoutSecrets: true }); // the database is still empty
    expect(restored.secrets).toBeUndefined();
  });

  test('of the last backup’s list does not stop the next backup', async () => {
    await damaged('the list of files', 'a flipped bit', async () => {
      const { manifest } = await createBackup(backups.source, target());
      expect(await verify(manifest.id)).toEqual([]);
    });
  });
});

describe('refuses', () => {
  const target = () => join(backups.folder, 'refused');
  beforeAll(() => createBackup(backups.source, target()));

  test('a database or a storage that is not empty', async () => {
    const used = await backups.place(site.databaseUrl);
    await expect(restore(used, target())).rejects.toThrow('The database is not empty');
    for (const other of ['VIEW v AS SELECT 1', "TYPE t AS ENUM ('a')", 'FUNCTION f() RETURNS int RETURN 1']) {
      const taken = await backups.place(await newDatabase());
      const client = new Client({ connectionString: taken.databaseUrl });
      await client.connect();
      await client.query(`CREATE ${other}`);
      await client.end();
      await expect(restore(taken, target()), other).rejects.toThrow('The database is not empty');
    }
    const full = await backups.place(await newDatabase());
    await mkdir(join(full.config.dataDir, 'outbox'));
    await writeFile(join(full.config.dataDir, 'outbox/1.eml'), 'x');
    await expect(restore(full, target())).rejects.toThrow('The storage is not empty (outbox/1.eml)');
  });

  test('other secrets than those of the backup, and none without a passphrase', async () => {
    const withSecrets = join(backups.folder, 'secrets');
    await createBackup(backups.source, withSecrets, { passphrase });
    const place = await backups.place(await newDatabase(), { SEAL_KEY: 'k'.repeat(40) });
    await expect(restore(place, withSecrets, { passphrase })).rejects.toThrow('SEAL_KEY is another one');
    await expect(restore(place, withSecrets)).rejects.toThrow('set BACKUP_PASSPHRASE, or restore with');
  });

  test('a place that is lost with the site', () => {
    const bucket = {
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'paper',
      S3_ACCESS_KEY_ID: 'test',
      S3_SECRET_ACCESS_KEY: 'test',
    };
    const config = readConfig({ DATA_DIR: site.dataDir, ...bucket });
    expect(() => openStore(config, join(site.dataDir, 'backups'))).toThrow('is in DATA_DIR');
    expect(() => openStore(config, 's3://paper/backups')).toThrow("is the site's own");
    expect(() => openStore(config, 'https://backups.example')).toThrow('is neither a folder nor');
    expect(() => openStore(backups.config, 's3://backups')).toThrow('needs BACKUP_S3_ENDPOINT');
  });

  test('a folder that cannot be written to', async () => {
    const file = join(backups.folder, 'file');
    await writeFile(file, '');
    await expect(createBackup(backups.source, file)).rejects.toThrow(`${file} cannot be written to (ENOTDIR).`);
  });

  test('to end a backup during which files may have been removed', async () => {
    let isEnded = false;
    const ending = createBackup(backups.source, join(backups.folder, 'lost'), {
      onProgress({ step }) {
        if (step !== 'Copying files' || isEnded) return;
        execFileSync(process.execPath, ['--input-type=module', '--eval', endConnections, site.databaseUrl]);
        isEnded = true;
      },
    });
    await expect(ending).rejects.toThrow('The connection to the database was lost while files were copied');
    expect((await listBackups(backups.storeIn(join(backups.folder, 'lost')))).complete).toEqual([]);
  });

  test('a second backup of the site at the same time', async () => {
    const second = join(backups.folder, 'second');
    await createBackup(backups.source, join(backups.folder, 'first'), {
      withSnapshot: () => expect(createBackup(backups.source, second)).rejects.toThrow('Another backup of this site'),
    });
    expect((await listBackups(backups.storeIn(second))).complete).toEqual([]);
  });
});

describe('a store', () => {
  const target = () => join(backups.folder, 'kept');
  const store = () => backups.storeIn(target());
  const objects = async () => (await Array.fromAsync(store().list('objects/'), ({ name }) => name)).sort();
  const referenced = async () => {
    const names = new Set<string>();
    for (const id of (await listBackups(store())).complete)
      for (const sha256 of Object.values(await filesIn(store(), await readManifest(store(), id))))
        names.add(objectName(sha256));
    return [...names].sort();
  };

  test('gets a file again only if it has changed', async () => {
    const path = join(site.dataDir, 'files/changed.txt');
    const past = new Date('2026-01-01');
    const write = async (text: string) => {
      await writeFile(path, text);
      await utimes(path, past, past);
    };
    const digestIn = async ({ manifest }: CreatedBackup) => (await filesIn(store(), manifest))['files/changed.txt'];
    await write('one');
    const first = await digestIn(await createBackup(backups.source, target()));
    await write('two'); // of the same size and date, which no program produces: shows that the file is not read
    expect(await digestIn(await createBackup(backups.source, target()))).toBe(first);
    await writeFile(path, 'three');
    expect(await digestIn(await createBackup(backups.source, target()))).not.toBe(first);
    await unlink(path);
  });

  test('gets a file again that an unfinished backup has left, which a power cut may have emptied', async () => {
    const path = join(site.dataDir, 'files/unfinished.txt');
    await writeFile(path, 'whole');
    const sha256 = digestOf(Buffer.from('whole')).sha256;
    const left = join(target(), objectName(sha256));
    await mkdir(join(left, '..'), { recursive: true });
    await writeFile(left, '\0\0\0\0\0');
    const { manifest } = await createBackup(backups.source, target());
    expect(await filesIn(store(), manifest)).toMatchObject({ 'files/unfinished.txt': sha256 });
    expect(await verifyBackups(store(), [manifest.id])).toEqual([]);
    await unlink(path);
  });

  test('names files that rows refer to and the site has lost', async () => {
    const path = join(site.dataDir, 'files/open', picture);
    const bytes = await readFile(path);
    await unlink(path);
    const { manifest } = await createBackup(backups.source, target());
    expect(manifest.missingFiles).toEqual([`open/${picture}`]);
    await writeFile(path, bytes);
  });

  test('holds the newest backups and what they refer to, and nothing of those that were stopped', async () => {
    await expect(createBackup(backups.source, target(), stopAtFiles(new AbortController()))).rejects.toThrow('stopped');
    const { complete, incomplete } = await listBackups(store());
    expect([complete.length, incomplete.length]).toEqual([5, 1]);

    const other = await markBackup(store(), await backups.newDataDir(), '20260101T000000000Z-aaaaaa', undefined);
    const beside = await createBackup(backups.source, target(), { keep: 2 });
    expect(beside.removal).toEqual({ removed: [], postponed: true });
    await other.end();

    const { manifest, removal } = await createBackup(backups.source, target(), { keep: 2 });
    expect(removal).toEqual({ removed: [...complete, ...incomplete], postponed: false });
    const kept = [beside.manifest.id, manifest.id];
    expect((await listBackups(store())).complete).toEqual(kept);
    expect(await objects()).toEqual(await referenced());
    expect(await verifyBackups(store(), kept)).toEqual([]);
    expect(await readdir(join(target(), 'running'))).toEqual([]);
    expect(await readdir(join(target(), 'unfinished'))).toEqual([]);
  });
});
