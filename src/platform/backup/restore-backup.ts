// Makes a site from a backup: decision 150.
import { join } from 'node:path';
import type { Client } from 'pg';
import type { Config } from '../config.ts';
import { openDatabase, withAdvisoryLock } from '../database/db.ts';
import { applyMigrations } from '../database/migrations.ts';
import { newestVersion } from '../database/schema-version.ts';
import { openFiles } from '../files/files.ts';
import { type Job, openJobs } from '../jobs/jobs.ts';
import { isEmpty } from './catalog.queries.ts';
import { counted, parseLines } from './lines.ts';
import { loadRows, vacuum } from './load.ts';
import { chooseBackup, type ManifestBody, NewerFormat, readManifest } from './manifest.ts';
import { Damaged, readCompressed, readWhole } from './parts.ts';
import type { OnProgress } from './progress.ts';
import { blamingBackup } from './refused-content.ts';
import { restoreFiles } from './restore-files.ts';
import { decryptSecrets, requireSameSecrets, restoreSecrets, type Secrets } from './secrets.ts';
import { openSiteFiles, type SiteFiles } from './site-files.ts';
import { connect } from './snapshot.ts';
import type { BackupStore } from './store.ts';
import { openStore } from './target.ts';
import {
  findUnfinishedRestore,
  markFinished,
  markLoaded,
  markUnfinished,
  type UnfinishedRestore,
} from './unfinished-restore.ts';
import { verifyBackups } from './verify.ts';
import { restoreJobs, WaitingJob } from './waiting-jobs.ts';

/** A place for a site: an empty database, and an empty folder or bucket. */
export interface RestoreSite {
  config: Config;
  /** The project's root folder. */
  root: string;
  /** All jobs of the program. */
  jobs: Job<never>[];
}

export interface RestoreOptions {
  /** The backup's id; the newest if undefined. */
  backup?: string | undefined;
  passphrase?: string | undefined;
  /** Restores the rest of a backup whose passphrase is lost. */
  withoutSecrets?: boolean | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
}

/** A backup that can be restored. */
export interface Restorable {
  store: BackupStore;
  manifest: ManifestBody;
  /** Undefined if the site does not get them. */
  secrets: Secrets | undefined;
}

export interface Restored extends Restorable {
  /** Jobs of the backup that this program does not have. */
  unknownJobs: number;
}

/** Opens a backup in a folder or at s3://bucket/prefix. Throws an error with one sentence if it cannot be restored. */
export async function openBackup(
  site: RestoreSite,
  source: string,
  { backup, passphrase, withoutSecrets }: RestoreOptions = {},
): Promise<Restorable> {
  const store = openStore(site.config, source);
  const manifest = await readManifest(store, await chooseBackup(store, backup));
  const { id, program, schemaVersion } = manifest;
  if (schemaVersion > (await newestVersion(migrationsOf(site))))
    throw new NewerFormat(`Backup ${id} was made by a newer News Wing (${program}): restore it with that.`);
  const secrets = withoutSecrets ? undefined : await readSecretsOf(store, manifest, passphrase);
  await requireSameSecrets(site.config, secrets ?? {});
  return { store, manifest, secrets };
}

const migrationsOf = ({ root }: RestoreSite) => join(root, 'db/migrations');

async function readSecretsOf(
  store: BackupStore,
  { id, secrets }: ManifestBody,
  passphrase: string | undefined,
): Promise<Secrets | undefined> {
  if (!secrets) return undefined;
  if (!passphrase)
    throw new Error(`Backup ${id} holds encrypted secrets: set BACKUP_PASSPHRASE, or restore with --without-secrets.`);
  return decryptSecrets(await readWhole(store, secrets), passphrase);
}

/**
 * Restores a backup. Checks all of it before it writes anything: throws Damaged if a part is not what was written, and an
 * error if the place is not empty. After a failure it can be run again; until then no site starts on the database.
 */
export async function restoreBackup(
  site: RestoreSite & { databaseUrl: string },
  backup: Restorable,
  options: Pick<RestoreOptions, 'signal' | 'onProgress'> = {},
): Promise<Restored> {
  const database = openDatabase(site.databaseUrl, () => undefined);
  try {
    const unknownJobs = await withAdvisoryLock(database, async () => {
      const client = await connect(site.databaseUrl, () => {}); // the next query reports it
      try {
        return await restoreInto(site, { database, client, ...backup }, options);
      } finally {
        await client.end();
      }
    });
    return { ...backup, unknownJobs };
  } finally {
    await database.close();
  }
}

interface Resources extends Restorable {
  database: ReturnType<typeof openDatabase>;
  client: Client;
}

type Place = Parameters<typeof restoreBackup>[0];

async function restoreInto(site: Place, resources: Resources, options: RestoreOptions): Promise<number> {
  const { client, store, manifest } = resources;
  const files = openSiteFiles(site.config, await openFiles(site.config));
  const unfinished = await requireEmpty(client, files, manifest.id);
  const { signal, onProgress } = options;
  const damages = await verifyBackups(store, [manifest.id], { signal, onProgress });
  if (damages.length > 0) throw new Damaged(`Nothing was restored:\n${damages.join('\n')}`);

  if (!unfinished) await markUnfinished(client, manifest.id);
  return blamingBackup(() => restoreContent(site, resources, { ...options, unfinished, files }));
}

async function restoreContent(
  site: Place,
  resources: Resources,
  { unfinished, files, ...options }: RestoreOptions & { unfinished: UnfinishedRestore | undefined; files: SiteFiles },
): Promise<number> {
  const { database, client, store, manifest, secrets } = resources;
  await applyMigrations(database.pool, migrationsOf(site), { upTo: manifest.schemaVersion });
  const unknownJobs = unfinished?.loaded ? 0 : await restoreRows(site, resources, options);
  await applyMigrations(database.pool, migrationsOf(site));
  await restoreFiles(site.config, files, store, manifest.files, options);
  if (secrets) await restoreSecrets(site.config, secrets);
  await markFinished(client);
  options.onProgress?.({ step: 'Collecting statistics', done: 0, total: 0 });
  await vacuum(client);
  return unknownJobs;
}

/** Throws unless the database and the storage are empty, or an unfinished restore of the same backup has filled them. */
async function requireEmpty(client: Client, files: SiteFiles, id: string): Promise<UnfinishedRestore | undefined> {
  const unfinished = await findUnfinishedRestore(client);
  if (unfinished?.backup === id) return unfinished;
  if (unfinished) throw new Error(`The restore of backup ${unfinished.backup} has not finished here: run that again.`);
  if (!(await isEmpty(client)))
    throw new Error('The database is not empty: a backup is restored into an empty one only.');
  for await (const { key } of files.list())
    throw new Error(`The storage is not empty (${key}): a backup is restored into an empty one only.`);
  return undefined;
}

async function restoreRows(
  { databaseUrl, jobs }: Place,
  { client, store, manifest }: Resources,
  { signal, onProgress }: RestoreOptions,
): Promise<number> {
  const queue = await openJobs(databaseUrl, jobs, () => {}); // its calls throw
  try {
    let unknownJobs = 0;
    await loadRows(client, store, manifest, {
      signal,
      onTable: (detail, done, total) => onProgress?.({ step: 'Loading tables', done, total, detail }),
      async finish(tx) {
        const { part, count } = manifest.jobs;
        const waiting = counted(parseLines(readCompressed(store, part), WaitingJob, part.name), count, part.name);
        unknownJobs = await restoreJobs(queue, tx, waiting, new Set(jobs.map(({ name }) => name)));
        await markLoaded(client);
      },
    });
    return unknownJobs;
  } finally {
    await queue.stop();
  }
}
