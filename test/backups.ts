import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { inject } from 'vitest';
import { listFiles, type ManifestBody } from '#src/platform/backup/manifest.ts';
import { openBackup, type RestoreOptions, restoreBackup } from '#src/platform/backup/restore-backup.ts';
import type { BackupStore } from '#src/platform/backup/store.ts';
import { openStore } from '#src/platform/backup/target.ts';
import { readConfig } from '#src/platform/config.ts';
import { fileReferences, jobs } from '#src/site/slices.ts';
import type { TestSite } from './site.ts';

const root = join(import.meta.dirname, '..');
const fixed = { SAMPLE_CONTENT: 'off', PORT: '0', LOG_LEVEL: 'error' };

/** Backups of a test site, in a folder that `close` removes, and places to restore them to. */
export async function openBackups(site: TestSite, env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'news-wing-backup-'));
  const config = readConfig({ ...fixed, DATA_DIR: site.dataDir, ...env });
  const newDataDir = async () => {
    const path = join(folder, `site-${randomBytes(4).toString('hex')}`);
    await mkdir(path);
    return path;
  };
  return {
    folder,
    config,
    /** What is backed up. */
    source: { config, databaseUrl: site.databaseUrl, root, references: fileReferences },
    storeIn: (target: string): BackupStore => openStore(config, target),
    /** A place for a site, with an empty folder. */
    place: async (databaseUrl: string, placeEnv: Record<string, string> = {}) => {
      const placed = readConfig({ ...fixed, DATA_DIR: await newDataDir(), ...placeEnv });
      return { config: placed, databaseUrl, root, jobs };
    },
    newDataDir,
    close: () => rm(folder, { recursive: true, maxRetries: 10, retryDelay: 200 }),
  };
}

/** The connection string of a new, empty database on the server of all tests. */
export async function newDatabase(): Promise<string> {
  const name = `restored_${randomBytes(6).toString('hex')}`;
  const admin = new Pool({ connectionString: inject('postgres').replace('DATABASE', 'postgres') });
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  return inject('postgres').replace('DATABASE', name);
}

/** Opens a backup and restores it. */
export const restore = async (
  place: Parameters<typeof restoreBackup>[0],
  source: string,
  options: RestoreOptions = {},
) => restoreBackup(place, await openBackup(place, source, options), options);

/** The SHA-256 of each file of a backup by its key. */
export async function filesIn(
  store: BackupStore,
  { files }: Pick<ManifestBody, 'files'>,
): Promise<Record<string, string>> {
  const listed = await Array.fromAsync(listFiles(store, files.part));
  return Object.fromEntries(listed.map(({ key, sha256 }) => [key, sha256]));
}
