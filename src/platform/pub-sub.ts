import { sql } from 'drizzle-orm';
import { type Notification, Pool, type PoolClient } from 'pg';
import type { Db } from './db.ts';

/** Publish/subscribe between nodes over LISTEN/NOTIFY. Messages reach every node when the transaction commits. */
export interface PubSub {
  /** Calls `handler` with each message, and with undefined after a reconnect, when messages may have been missed. */
  subscribe(channel: string, handler: (message: string | undefined) => void): Promise<void>;
  /** Whether the connection that listens is open. */
  isConnected(): boolean;
  close(): Promise<void>;
}

/** Publishes a message on a channel when the transaction commits. */
export async function publish(db: Db, channel: string, message: string): Promise<void> {
  await db.execute(sql`SELECT pg_notify(${channel}, ${message})`);
}

const reconnectMs = 1000;

/** Application name of the connections that listen, one for each node. */
export const listenerName = 'news-wing listener';

/** Opens this node's connection for LISTEN, and reopens it when it is lost. */
export async function openPubSub(url: string, onError: (error: Error) => void): Promise<PubSub> {
  const pool = new Pool({ connectionString: url, max: 1, application_name: listenerName, keepAlive: true });
  pool.on('error', () => {}); // handled by the client's error handler
  const handlers = new Map<string, ((message: string | undefined) => void)[]>();
  let client: PoolClient | undefined;
  let connected = false;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  const dispatch = ({ channel, payload }: Notification) => {
    for (const handler of handlers.get(channel) ?? []) handler(payload ?? '');
  };
  const connect = async () => {
    client = await pool.connect();
    client.on('notification', dispatch);
    client.on('error', lost);
    for (const channel of handlers.keys()) await client.query(`LISTEN ${quoted(channel)}`);
    connected = true;
  };
  const lost = (error: Error) => {
    if (closed) return;
    onError(error);
    connected = false;
    client?.release(true);
    client = undefined;
    retry = setTimeout(() => {
      connect().then(() => {
        for (const handler of [...handlers.values()].flat()) handler(undefined);
      }, lost);
    }, reconnectMs);
  };
  await connect();
  return {
    async subscribe(channel, handler) {
      const existing = handlers.get(channel);
      handlers.set(channel, [...(existing ?? []), handler]);
      if (!existing) await client?.query(`LISTEN ${quoted(channel)}`).catch(lost);
    },
    isConnected: () => connected,
    async close() {
      closed = true;
      clearTimeout(retry);
      client?.release(true);
      await pool.end();
    },
  };
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
