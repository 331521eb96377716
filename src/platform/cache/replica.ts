// Results of queries from a streaming replica, if it has replayed every change of which this node has a message: decision 155.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientBase, Pool, type PoolClient } from 'pg';
import { isDatabaseAway, markDatabaseErrors } from '../database/database-away.ts';
import { type Db, releaseWhenLost } from '../database/db.ts';
import { insertMarker, type Marker, markerQuery } from './changes.queries.ts';
import type { Result } from './recorded-queries.ts';

/** `replica`: answered by it; `behind`: it has not replayed enough; `away`: it has not answered, or not in time. */
export type ReplicaAnswer = 'replica' | 'behind' | 'away';

export interface Replica {
  /** The result of a query. Undefined if the primary must be queried. */
  query(config: object, values: unknown[]): Promise<Result | undefined>;
  /** This node has a message of another change, which the replica may not have replayed. */
  requireNewer(): void;
  /** Calls `observer` with each answer. */
  observe(observer: (answer: ReplicaAnswer) => void): void;
  close(): Promise<void>;
}

// One that takes longer to connect or to answer delays readers more than the primary would.
const connectMs = 1000;
const answerMs = 2000;
// Until it is checked again whether it has replayed enough.
const behindMs = 50;
// Between attempts to reach it.
const retryMs = 1000;
// The changes of a moment need one marker.
const markerDelayMs = 20;

export interface ReplicaOptions {
  url: string;
  primary: Db;
  /** Whether changes arrive and have been processed. */
  isConnected(): boolean;
  onError(error: Error): void;
  max: number;
}

/**
 * Opens a pool of connections to the replica. After a change, a row with a random name is written on the primary. A
 * connection on which this row can be read belongs to a server that has replayed all commits before it.
 */
export function openReplica({ url, primary, isConnected, onError, max }: ReplicaOptions): Replica {
  const pool = new Pool({
    connectionString: url,
    max,
    application_name: 'news-wing replica',
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
  });
  markDatabaseErrors(pool);
  pool.on('acquire', (client) => queueMicrotask(() => releaseWhenLost(client))); // its `release` is set after this event
  let closed = false;
  let observer = (_: ReplicaAnswer) => {};
  let retry: NodeJS.Timeout | undefined;
  const isAway = () => retry !== undefined;
  const lost = (error: Error) => {
    if (closed || isAway()) return;
    onError(error);
    retry = setTimeout(reach, retryMs).unref();
  };
  const reach = async () => {
    try {
      await pool.query('SELECT');
      retry = undefined;
    } catch {
      if (!closed) retry = setTimeout(reach, retryMs).unref();
    }
  };
  pool.on('error', lost);

  // Written after the last change of which this node has a message; undefined until it is committed.
  let marker: Marker | undefined;
  let writing = false;
  let changes = 0;
  const writeMarker = async () => {
    if (writing) return;
    writing = true;
    try {
      await sleep(markerDelayMs);
      const before = changes;
      const written = await insertMarker(primary, randomUUID());
      if (before === changes) marker = written;
    } catch (error) {
      if (!closed && !isDatabaseAway(error)) onError(error as Error); // drizzle's
    } finally {
      writing = false;
    }
  };

  const hasReached = openReached();
  let behindUntil = 0;
  const ask = async (needed: Marker, config: object, values: unknown[]): Promise<Result | undefined> => {
    const client = await pool.connect();
    let failed: Error | undefined;
    try {
      if (await hasReached(client, needed)) return await client.query(config as { text: string }, values);
      behindUntil = performance.now() + behindMs;
      return undefined;
    } catch (error) {
      failed = error as Error; // the driver's
      throw error;
    } finally {
      client.release(failed);
    }
  };

  return {
    async query(config, values) {
      if (isAway() || !isConnected()) {
        observer('away');
        return undefined;
      }
      const needed = marker;
      if (!needed) void writeMarker();
      try {
        const result = needed && performance.now() >= behindUntil ? await ask(needed, config, values) : undefined;
        observer(result ? 'replica' : 'behind');
        return result;
      } catch (error) {
        // Other errors are of the query, or of a replay that has removed rows which it read: the primary answers it.
        if (isDatabaseAway(error)) lost(error as Error);
        observer('away');
        return undefined;
      }
    },
    requireNewer() {
      changes += 1;
      marker = undefined;
    },
    observe(given) {
      observer = given;
    },
    close() {
      closed = true;
      clearTimeout(retry);
      return pool.end();
    },
  };
}

/** Asks whether the server of a connection has replayed a marker: by connection, since `url` may lead to several servers. */
function openReached() {
  const reached = new WeakMap<ClientBase, Marker>();
  return async (client: PoolClient, needed: Marker): Promise<boolean> => {
    if (reached.get(client) === needed) return true;
    const { rowCount } = await client.query(markerQuery(needed));
    if (!rowCount) return false;
    reached.set(client, needed);
    return true;
  };
}
