import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { PostgresAccount } from './account.ts';
import { type SupervisedProcess, spawnSupervised } from './child-process.ts';
import { clusterPath } from './cluster.ts';
import { port, urlAt } from './connection.ts';
import { describeExit } from './exit-reason.ts';
import { alreadyRunning, endOrphan, takeOwnerLock } from './owner-lock.ts';
import { readPidFile } from './pid-file.ts';
import { ensureSiteRole } from './site-role.ts';

// The other server writes its PID at once; after a crash the file stays empty.
const emptyFileMs = 1000;

/** What a server is started with; the same at every restart, so that its clients can reconnect. */
export interface ServerSetup {
  dataDir: string;
  socketDir: string;
  /** Path of the binary `postgres`. */
  binary: string;
  account: PostgresAccount;
  durable: boolean;
}

/** One run of the server, from its start to its exit. */
export interface ServerProcess {
  /** Settles when it has ended, with the reason. */
  exited: Promise<string>;
}

/**
 * Starts a server on an existing cluster and takes the owner lock. When `signal` is aborted, the server is stopped in
 * fast mode (SIGINT), also while it starts. Throws AlreadyRunning if another process owns the cluster, and an error
 * with the reason if the server does not start.
 */
export async function startServer(setup: ServerSetup, signal: AbortSignal): Promise<ServerProcess> {
  const { dataDir, socketDir, account } = setup;
  await endOrphan(clusterPath(dataDir), dataDir, signal);
  const startId = randomUUID(); // distinguishes this server from one that another process starts on the same socket
  const server = await spawnSupervised(commandFor(setup, startId), account, logPath(dataDir));
  let owner: Client | undefined;
  let started = false;
  const end = async () => {
    server.end();
    await owner?.end().catch(() => undefined); // the connection may be lost already
  };
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  const exited = server.exited.then(async (how) => {
    signal.removeEventListener('abort', end);
    await end(); // where only the shell has died, this stops its server and releases the lock
    return describe(setup, server, how, started);
  });
  try {
    owner = await firstConnection(urlAt(socketDir, 'postgres'), server);
    if (!owner) throw new Error(await exited);
    if (!(await takeOwnerLock(owner, startId))) throw alreadyRunning(dataDir);
    await ensureSiteRole(owner, socketDir);
    started = true;
    return { exited };
  } catch (error) {
    await end();
    await exited; // this server must have ended before the next start
    // Also when the faster server had accepted this process's connection, which was closed as its own server exited.
    throw (await isInUse(server, dataDir)) ? alreadyRunning(dataDir) : error;
  }
}

/** The log file of every server of `dataDir`. */
export const logPath = (dataDir: string): string => join(dataDir, 'postgres.log');

function commandFor({ binary, dataDir, socketDir, durable }: ServerSetup, startId: string) {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    max_connections: '100',
    shared_buffers: '128MB',
    jit: 'off', // the queries are short; compiling them costs more than running them
    restart_after_crash: 'off', // the supervisor restarts it, and takes the owner lock again
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_error_verbosity: 'terse', // the DETAIL of a message contains row values
    log_min_error_statement: 'panic',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    cluster_name: startId,
    // Its workers are the superuser's: a database that one of them visits could not be dropped by the site's role.
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return [binary, '-D', clusterPath(dataDir), '-p', String(port), ...args];
}

/** Undefined if the server ends before it accepts a connection. */
async function firstConnection(url: string, { exited }: SupervisedProcess): Promise<Client | undefined> {
  let ended = false;
  exited.then(() => {
    ended = true;
  });
  while (!ended) {
    const client = new Client({ connectionString: url, application_name: 'news-wing owner' });
    client.on('error', () => {}); // a lost connection means that the server has ended, which `exited` reports
    try {
      await client.connect();
      return client;
    } catch {
      await sleep(20); // a start takes 50 ms; crash recovery as long as it needs
    }
  }
  return undefined;
}

/** Whether another server was started on the cluster at the same moment, and was faster. */
async function isInUse({ readLog }: SupervisedProcess, dataDir: string): Promise<boolean> {
  const log = await readLog();
  if (/lock file "postmaster\.pid" already exists/.test(log)) return true;
  if (!/lock file "postmaster\.pid" is empty/.test(log)) return false;
  await sleep(emptyFileMs);
  return (await readPidFile(clusterPath(dataDir))).pid > 0;
}

async function describe({ dataDir }: ServerSetup, { readLog }: SupervisedProcess, how: string, started: boolean) {
  const disk = await statfs(dataDir).catch(() => undefined); // the folder may be gone
  const log = await readLog().catch(() => ''); // the file may be gone, too
  const freeBytes = disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY;
  return describeExit({ how, log, freeBytes, started, dataDir, logPath: logPath(dataDir) });
}
