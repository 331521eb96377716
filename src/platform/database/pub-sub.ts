import { sql } from 'drizzle-orm';
import type { Client, Notification } from 'pg';
import { DatabaseClient } from './database-hosts.ts';
import type { Db } from './db.ts';

/** Publish/subscribe between nodes over LISTEN/NOTIFY. Messages reach every node when the transaction commits. */
export interface PubSub {
  /** Calls `handler` with each message, and with undefined after a reconnect, when messages may have been missed. */
  subscribe(channel: string, handler: (message: string | undefined) => void): Promise<void>;
  /** Whether the connection that listens is open. */
  isConnected(): boolean;
  /** The PID of its server process. */
  processId(): number | undefined;
  close(): Promise<void>;
}

/** Publishes a message on a channel when the transaction commits. */
export async function publish(db: Db, channel: string, message: string): Promise<void> {
  await db.execute(sql`SELECT pg_notify(${channel}, ${message})`);
}

const reconnectMs = 250;
// A connection can be dead without an error, for example behind a firewall that has dropped its state. This is detected
// after eight seconds.
const heartbeatMs = 4000;
const answerMs = 4000;

/**
 * Each node publishes "PID XID" here every few seconds: the PID of its connection, and the transaction before which all
 * are finished. A node that receives it has received all messages of those transactions.
 */
export const heartbeatChannel = 'heartbeats';
const heartbeat = `SELECT pg_notify('${heartbeatChannel}', pg_backend_pid() || ' ' || pg_snapshot_xmin(pg_current_snapshot()))`;

/** Application name of the connections that listen, one for each node. */
export const listenerName = 'news-wing listener';

/** Opens this node's connection for LISTEN, and reopens it when it is lost. */
export async function openPubSub(
  url: string,
  onError: (error: Error) => void,
  applicationName = listenerName,
): Promise<PubSub> {
  const handlers = new Map<string, ((message: string | undefined) => void)[]>();
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const dispatch = ({ channel, payload }: Notification) => {
    for (const handler of handlers.get(channel) ?? []) handler(payload ?? '');
  };
  const connect = async () => {
    const opened: Client = new DatabaseClient({
      connectionString: url,
      application_name: applicationName,
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    opened.on('notification', dispatch);
    opened.on('error', (error) => lost(opened, error));
    opened.on('end', () => lost(opened, new Error('The connection was closed')));
    try {
      await opened.connect();
      for (const channel of handlers.keys()) await opened.query(`LISTEN ${quoted(channel)}`);
    } catch (error) {
      void opened.end().catch(() => {}); // it may never have been open
      throw error;
    }
    if (closed) return opened.end();
    client = opened;
    timer = setTimeout(beat, heartbeatMs, opened);
  };
  const beat = async (current: Client) => {
    try {
      await current.query(heartbeat);
      if (client === current) timer = setTimeout(beat, heartbeatMs, current);
    } catch (error) {
      lost(current, error as Error);
    }
  };
  const lost = (current: Client, error: Error) => {
    if (client !== current || closed) return; // reported already
    client = undefined;
    clearTimeout(timer);
    onError(error);
    current.connection.stream.destroy(); // a dead connection would wait for the server's reply
    void reconnect();
  };
  const reconnect = async () => {
    try {
      await connect();
      for (const handler of [...handlers.values()].flat()) handler(undefined);
    } catch {
      if (!closed) timer = setTimeout(reconnect, reconnectMs);
    }
  };
  await connect();
  return {
    async subscribe(channel, handler) {
      const existing = handlers.get(channel);
      handlers.set(channel, [...(existing ?? []), handler]);
      const current = client;
      if (!existing) await current?.query(`LISTEN ${quoted(channel)}`).catch((error) => lost(current, error));
    },
    isConnected: () => client !== undefined,
    processId: () => (client as { processID?: number } | undefined)?.processID, // the driver's types lack it
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
