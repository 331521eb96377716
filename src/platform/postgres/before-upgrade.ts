// A copy of the cluster as it was before this program's migrations change it: decision 158.
import { constants } from 'node:fs';
import { chown, cp, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { findVersion, newestVersion } from '../database/schema-version.ts';
import { run } from './account.ts';
import { clusterPath } from './cluster.ts';
import { type EmbeddedPostgres, findServer, type PostgresOptions, startPostgres } from './server.ts';

/** Holds the copy, named as the cluster is. */
export const beforeUpgradeFolder = (dataDir: string): string => join(dataDir, 'before-upgrade');

export interface UpgradeOptions extends PostgresOptions {
  /** The folder of this program's migrations. */
  migrations: string;
  onCopied?: (folder: string) => void;
}

/**
 * Starts PostgreSQL as startPostgres does. If the database is of an earlier version than the migrations lead to, its
 * cluster is first copied to `dataDir`/before-upgrade, in place of an earlier copy. Throws an error with one sentence if
 * there is no room for it.
 */
export async function startBeforeUpgrade(dataDir: string, options: UpgradeOptions): Promise<EmbeddedPostgres> {
  const { migrations, onCopied = () => {}, ...others } = options;
  const server = await startPostgres(dataDir, others);
  const isPending = await hasPendingMigrations(server.url, migrations).catch(async (error) => {
    await server.stop();
    throw error;
  });
  if (!isPending) return server;
  await server.stop(); // files of a server that runs are no copy of its data
  const unfinished = `${beforeUpgradeFolder(dataDir)}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  try {
    await copyCluster(dataDir, unfinished);
    const restarted = await startPostgres(dataDir, others); // throws if another site has started on the folder meanwhile
    await rm(beforeUpgradeFolder(dataDir), { recursive: true, force: true });
    await rename(unfinished, beforeUpgradeFolder(dataDir));
    onCopied(beforeUpgradeFolder(dataDir));
    return restarted;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function hasPendingMigrations(url: string, migrations: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const version = await findVersion(client);
    return version !== undefined && version < (await newestVersion(migrations));
  } finally {
    await client.end();
  }
}

async function copyCluster(dataDir: string, into: string) {
  const [from, to] = [clusterPath(dataDir), clusterPath(into)];
  await requireRoom(dataDir, from);
  // As a reflink (copy-on-write) where the file system supports it.
  await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const { binaries, account } = await findServer(dataDir);
  if (account.uid !== undefined)
    for (const path of [to, ...(await pathsIn(to))]) await chown(path, account.uid, account.gid ?? account.uid);
  await run([binaries.initdb, '--sync-only', '-D', to], account); // the copy is on the disk before anything changes
}

const pathsIn = async (folder: string) =>
  (await readdir(folder, { recursive: true })).map((name) => join(folder, name));

async function requireRoom(dataDir: string, cluster: string) {
  const sizes = await Promise.all((await pathsIn(cluster)).map(async (path) => (await stat(path)).blocks * 512));
  const needed = sizes.reduce((sum, size) => sum + size, 0);
  const { bavail, bsize } = await statfs(dataDir);
  const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);
  // The migrations need room too.
  if (bavail * bsize < needed * 1.2)
    throw new Error(
      `The upgrade first copies the database (${megabytes(needed)} MB), and ${dataDir} has ${megabytes(bavail * bsize)} MB left: free some, or move the site to a larger disk by a backup.`,
    );
}
