import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { consentVersion } from '#src/accounts/account/profile.contract.ts';
import { DatabaseClient } from '#src/platform/database/database-hosts.ts';
import { startPostgres } from '#src/platform/postgres/server.ts';
import { openBucket } from '../bucket.ts';
import { Client, taken } from '../client.ts';
import { main, type Running, start, stop } from '../process/program.ts';
import { password } from '../site.ts';
import { openGate } from './gate.ts';
import { type Counts, someAddress, startLoad } from './load.ts';

export interface FaultySiteOptions {
  /** Instead of one of its own. */
  database?: { url: string; close(): Promise<void> };
  /** How to start a node with its DATA_DIR, instead of as usual. */
  commandOf?(dataDir: string, index: number): string[];
}

/** Two nodes of the built program on one PostgreSQL and one S3 server, each of which can be taken away. */
export async function openFaultySite({ database, commandOf = () => main }: FaultySiteOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'news-wing-faults-'));
  const postgres = database ?? (await ownDatabase(join(folder, 'database')));
  const bucket = await openBucket();
  const files = await openGate({ port: Number(new URL(bucket.env.S3_ENDPOINT).port) });
  const env = {
    ...bucket.env,
    S3_ENDPOINT: `http://127.0.0.1:${files.port}`,
    DATABASE_URL: postgres.url,
    AUTH_SECRET: 'a'.repeat(64),
    SEAL_KEY: 'b'.repeat(64),
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'error',
  };
  const folders = [0, 1].map((index) => join(folder, `node ${index}`));
  const startedAt: Date[] = [];
  const startNode = (index: number) => {
    startedAt[index] = new Date();
    const dataDir = folders[index] as string;
    return start(dataDir, env, commandOf(dataDir, index));
  };
  const nodes: (Running | undefined)[] = [await startNode(0), await startNode(1)];
  const running = () => nodes.filter((node) => node !== undefined);
  const addresses = () => running().map(({ client }) => client.url);
  const first = (nodes[0] as Running).client;
  const { token } = await first.login('/api/admin_login', 'chief@news.test', password);
  /** The editor, at a node that runs. */
  const editor = () => new Client(addresses()[0] ?? '', token);
  let authors = 0;
  /** Registers a reader at a node that runs, and logs in. */
  const newAuthor = async () => {
    let author: Client | undefined;
    await until(async () => {
      authors += 1; // another one with each attempt: the one before may have registered without an answer
      author = await registerAuthor(addresses()[0] ?? '', `author-${authors}@readers.test`);
      return true;
    });
    return author as Client; // there is one when the wait ends
  };
  const pool = new Pool({ connectionString: postgres.url, Client: DatabaseClient, max: 4 });
  pool.on('error', () => undefined); // the server is taken away

  return {
    folder,
    folders,
    /** When the process of each node was started for the last time. */
    startedAt,
    env,
    files,
    databaseUrl: postgres.url,
    pool,
    editor,
    addresses,
    node: (index: number) => nodes[index] as Running,
    /** The errors that the nodes that run have logged. */
    errors: () =>
      running()
        .map(({ output }) => output())
        .join(''),
    /** Ends a node by a signal. If it is not killed, the proxy is notified, unless `untold`, and sends it nothing more. */
    end: async (index: number, signal: NodeJS.Signals, { untold = signal === 'SIGKILL' } = {}) => {
      const node = nodes[index];
      if (!node) return;
      if (!untold) {
        nodes[index] = undefined;
        await sleep(200); // what was sent to it has arrived
      }
      await stop(node, signal);
      nodes[index] = undefined;
    },
    startNode: async (index: number) => {
      nodes[index] = await startNode(index);
    },
    /** Waits until both nodes are ready and their jobs have done what was to be done. */
    settle: async () => {
      for (const address of addresses())
        await until(async () => (await new Client(address).get('/readyz')).status === 200);
      await until(async () => {
        // A job of a node that was killed is given to another after 30 s without a heartbeat.
        const { rows } = await pool.query(
          "SELECT count(*)::int AS waiting FROM jobs.job WHERE name = 'mail.deliver' AND state <> 'completed'",
        );
        return rows[0].waiting === 0;
      });
    },
    /** Runs a load, which is stopped when `fault` has ended and some more was written. */
    under: async (
      tag: string,
      fault: () => Promise<unknown>,
      patience?: number,
    ): Promise<Counts & { story: number }> => {
      const paths = ['/', '/news', '/category/sports-news', '/about'];
      // Fills the caches: a page that nobody has read cannot be shown without a database.
      for (const address of addresses())
        for (const path of paths)
          await until(async () => (await new Client(address).get(path)).headers.get('x-cache') === 'hit');
      const options = { nodes: addresses, editor: editor(), newAuthor, paths, tag, ...(patience && { patience }) };
      const load = startLoad(options);
      await until(async () => load.counts.acknowledged.length > 10);
      await fault();
      const before = load.counts.acknowledged.length;
      await until(async () => load.counts.acknowledged.length > before + 10);
      return { ...(await load.stop()), story: await load.storyId() };
    },
    close: async () => {
      await pool.end();
      await Promise.all(running().map((node) => stop(node, 'SIGTERM')));
      await files.shut();
      await bucket.close();
      await postgres.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

export type FaultySite = Awaited<ReturnType<typeof openFaultySite>>;

async function registerAuthor(address: string, email: string) {
  const client = new Client(address).from(someAddress());
  const fields = {
    name: 'Asha Rao',
    dob: '1990-05-17',
    email,
    mobile: '+919876543210',
    password,
    confirm_password: password,
    consent: consentVersion,
  };
  taken(await client.form('POST', '/api/newswings_register', fields));
  return client.login('/api/newswings_login', email, password);
}

async function ownDatabase(dataDir: string) {
  const postgres = await startPostgres(dataDir);
  return { url: postgres.url, close: () => postgres.stop() };
}

/** Waits until it is so; errors mean not yet. */
export async function until(isSo: () => Promise<boolean>, limitMs = 90_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    if (await isSo().catch(() => false)) return;
    if (performance.now() > deadline) throw new Error(`Not so after ${limitMs} ms: ${isSo}`);
    await sleep(20);
  }
}
