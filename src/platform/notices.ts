import { sql } from 'drizzle-orm';
import { type Notification, Pool, type PoolClient } from 'pg';
import type { Db } from './db.ts';

/** Words between the nodes of a site, through PostgreSQL: said in a transaction, heard by every node once it commits. */
export interface Notices {
  /** Calls `hear` with each word said on the channel, and with nothing after a gap in which words may have been missed. */
  listen(channel: string, hear: (word: string | undefined) => void): Promise<void>;
  /** Whether words are heard at the moment. */
  hearing(): boolean;
  close(): Promise<void>;
}

/** Says a word on a channel; nobody hears it unless the transaction commits. */
export async function say(db: Db, channel: string, word: string): Promise<void> {
  await db.execute(sql`SELECT pg_notify(${channel}, ${word})`);
}

const reconnectMs = 1000;

/** How PostgreSQL calls the connections that listen: one for each node. */
export const listenerName = 'news-wing listener';

/** Opens the one connection of this node that listens, and opens it again whenever it is lost. */
export async function openNotices(url: string, onError: (error: Error) => void): Promise<Notices> {
  const pool = new Pool({ connectionString: url, max: 1, application_name: listenerName, keepAlive: true });
  pool.on('error', () => {}); // the client's own error handler has dealt with it
  const hearers = new Map<string, ((word: string | undefined) => void)[]>();
  let client: PoolClient | undefined;
  let hearing = false;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  const hear = ({ channel, payload }: Notification) => {
    for (const hearer of hearers.get(channel) ?? []) hearer(payload ?? '');
  };
  const connect = async () => {
    client = await pool.connect();
    client.on('notification', hear);
    client.on('error', lost);
    for (const channel of hearers.keys()) await client.query(`LISTEN ${quoted(channel)}`);
    hearing = true;
  };
  const lost = (error: Error) => {
    if (closed) return;
    onError(error);
    hearing = false;
    client?.release(true);
    client = undefined;
    retry = setTimeout(() => {
      connect().then(() => {
        for (const hearer of [...hearers.values()].flat()) hearer(undefined);
      }, lost);
    }, reconnectMs);
  };
  await connect();
  return {
    async listen(channel, hearer) {
      const known = hearers.get(channel);
      hearers.set(channel, [...(known ?? []), hearer]);
      if (!known) await client?.query(`LISTEN ${quoted(channel)}`).catch(lost);
    },
    hearing: () => hearing,
    async close() {
      closed = true;
      clearTimeout(retry);
      client?.release(true);
      await pool.end();
    },
  };
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
