import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../db.ts';
import { listenerName, type PubSub, publish } from '../pub-sub.ts';
import type { Settings } from '../settings.ts';
import { listTables, tablesChannel } from './tables.ts';

/** Receives database changes on this node, and lets a writer wait until all nodes have processed his change. */
export interface PageInvalidation {
  /** The names of all tables. */
  tables: ReadonlySet<string>;
  /** Calls `handler` with the name of each changed table, and with undefined when any table may have changed. */
  subscribe(handler: (table: string | undefined) => void): void;
  /** Whether changes arrive and are processed at the moment. */
  isConnected(): boolean;
  /** Waits until every node has processed the changes committed so far; for a second at most. */
  waitForReplicas(): Promise<void>;
  close(): void;
}

const nodesChannel = 'nodes';
const maxWaitMs = 1000;
const retryMs = 500; // until the database lets settings be read again

/** Listens for changes of all tables. Reloads this node's settings before it calls the handlers. */
export async function openPageInvalidation(
  { db, pool }: Database,
  pubSub: PubSub,
  settings: Settings,
  onError: (error: Error) => void,
): Promise<PageInvalidation> {
  const tables = await listTables(pool);
  const nodeId = randomUUID();
  const handlers: ((table: string | undefined) => void)[] = [];
  // Messages are processed in order, so that an acknowledgement confirms all messages before it.
  let queue = Promise.resolve();
  const enqueue = (task: () => void | Promise<void>) => {
    queue = queue.then(task).catch(onError);
  };
  const notify = (table: string | undefined) => {
    for (const handler of handlers) handler(table);
  };

  // Pending messages that may outdate every page: those after a gap in the connection, and those about settings.
  let pendingForAllPages = 0;
  const closed = new AbortController();
  const readSettings = async () => {
    for (;;)
      try {
        return await settings.read();
      } catch (error) {
        if (closed.signal.aborted) return;
        onError(error as Error); // drizzle's
        await sleep(retryMs, undefined, closed).catch(() => {}); // aborted by close
      }
  };
  await pubSub.subscribe(tablesChannel, (table) => {
    const affectsAllPages = table === undefined || table === 'settings';
    if (affectsAllPages) pendingForAllPages += 1;
    enqueue(async () => {
      if (affectsAllPages) await readSettings();
      notify(table);
      if (affectsAllPages) pendingForAllPages -= 1;
    });
  });

  // A node publishes "asks ID"; each node publishes "heard ID" once it has processed all messages before.
  const pending = new Map<string, { acknowledged: number; nodes: number; done(): void }>();
  const acknowledge = (id: string) => {
    const request = pending.get(id);
    if (request && ++request.acknowledged >= request.nodes) request.done();
  };
  await pubSub.subscribe(nodesChannel, (message = '') => {
    const [verb, id = ''] = message.split(' ');
    if (verb === 'heard') acknowledge(id);
    if (verb !== 'asks') return;
    // A node that has lost the database cannot answer; the requesting node then continues after `maxWaitMs`.
    enqueue(() =>
      id.startsWith(nodeId) ? acknowledge(id) : void publish(db, nodesChannel, `heard ${id}`).catch(() => {}),
    );
  });

  const requestAcknowledgements = async (id: string, done: () => void) => {
    const request = { acknowledged: 0, nodes: Number.POSITIVE_INFINITY, done };
    pending.set(id, request);
    const { rows } = await db.execute<{ nodes: number }>(sql`
      SELECT count(*)::integer AS nodes, pg_notify(${nodesChannel}, ${`asks ${id}`}) FROM pg_stat_activity
      WHERE application_name = ${listenerName} AND datname = current_database()`);
    request.nodes = rows[0]?.nodes ?? 1;
    if (request.acknowledged >= request.nodes) done();
  };
  return {
    tables,
    subscribe: (handler) => void handlers.push(handler),
    isConnected: () => pubSub.isConnected() && pendingForAllPages === 0,
    async waitForReplicas() {
      if (!pubSub.isConnected()) return;
      const id = `${nodeId}:${randomUUID()}`;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, maxWaitMs);
      requestAcknowledgements(id, resolve).catch(resolve); // the write is committed; a failure only ends the wait
      await promise;
      clearTimeout(timer);
      pending.delete(id);
    },
    close: () => closed.abort(),
  };
}
