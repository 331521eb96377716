import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { dayMs } from '#src/rules/calendar.rules.ts';
import type { Database } from '../database/db.ts';
import { heartbeatChannel, listenerName, type PubSub, publish } from '../database/pub-sub.ts';
import type { Settings } from '../settings/settings.ts';
import { type Change, changesChannel, listTables, parseChange } from './change-triggers.ts';
import { changesDays, findCluster, listChangesSince } from './changes.queries.ts';

/** `undefined`: all pages may be outdated, because a setting has changed. */
export type ChangeHandler = (changes: readonly Change[] | undefined) => void;

/** Receives database changes on this node, and lets a writer wait until all nodes have processed his change. */
export interface PageInvalidation {
  /** The names of all tables. */
  tables: ReadonlySet<string>;
  /**
   * Calls `handler` with the changes of each transaction, and after a gap with those that were missed, or with one change
   * for each table if these are not known.
   */
  subscribe(handler: ChangeHandler): void;
  /** Whether changes arrive, and those that may outdate all pages have been processed. */
  isConnected(): boolean;
  /** Whether the database cannot be reached. */
  isAway(): boolean;
  /** Waits until every node that answers has processed the changes committed so far; for a second at most. */
  waitForReplicas(): Promise<void>;
  close(): void;
}

const nodesChannel = 'nodes';
const maxWaitMs = 1000;
const retryMs = 500; // until the database lets settings be read again
const bulkChange = 100; // rows of a table that are treated as a change of the whole table

/** Listens for changes of all tables. Reloads this node's settings before it calls the handlers. */
export async function openPageInvalidation(
  { db, pool }: Database,
  pubSub: PubSub,
  settings: Settings,
  onError: (error: Error) => void,
): Promise<PageInvalidation> {
  const tables = await listTables(pool);
  const handlers: ChangeHandler[] = [];
  const closed = new AbortController();
  const dispatch: ChangeHandler = (changes) => {
    for (const handler of handlers) handler(changes);
  };
  // Messages are processed in order, so that an acknowledgement confirms all messages before it.
  let queue = Promise.resolve();
  const enqueue = (task: () => void | Promise<void>) => {
    queue = queue.then(task).catch(onError);
  };

  const untilAnswered = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
    for (;;)
      try {
        return await read();
      } catch (error) {
        if (closed.signal.aborted) return undefined;
        onError(error as Error); // drizzle's
        await sleep(retryMs, undefined, closed).catch(() => {}); // aborted by close
      }
  };
  // Pending messages that may outdate every page: those after a gap in the connection, and those about settings.
  let pendingForAllPages = 0;
  let settingsVersion = settings.version();
  const processForAllPages = (readChanges: () => Promise<readonly Change[] | undefined>) => {
    pendingForAllPages += 1;
    enqueue(async () => {
      const changes = await untilAnswered(readChanges);
      await untilAnswered(settings.read);
      dispatch(settings.version() === settingsVersion ? changes : undefined);
      settingsVersion = settings.version();
      pendingForAllPages -= 1;
    });
  };
  const missedChanges = await openMissedChanges(db, pubSub, enqueue);
  const allTables = [...tables].map((table) => ({ table }));
  let batch: Change[] = [];
  const processRows = (change: Change) => {
    batch.push(change);
    if (batch.length === 1)
      enqueue(async () => {
        await nextTurn(); // a transaction's messages arrive together
        const changes = batch;
        batch = [];
        dispatch(merge(changes));
      });
  };
  await pubSub.subscribe(changesChannel, (message) => {
    if (message === undefined) return processForAllPages(async () => (await missedChanges()) ?? allTables);
    const change = parseChange(message);
    if (change.table === 'settings') processForAllPages(async () => undefined);
    else processRows(change);
  });

  const acknowledgements = await openAcknowledgements(db, pubSub, enqueue);
  return {
    tables,
    subscribe: (handler) => void handlers.push(handler),
    isAway: () => !pubSub.isConnected(),
    isConnected: () => pubSub.isConnected() && pendingForAllPages === 0,
    waitForReplicas: () => acknowledgements.wait(),
    close: () => closed.abort(),
  };
}

/** Replaces many rows of one table by the whole table. */
function merge(changes: readonly Change[]): Change[] {
  const counts = new Map<string, number>();
  for (const { table } of changes) counts.set(table, (counts.get(table) ?? 0) + 1);
  const bulk = new Set([...counts].filter(([, count]) => count > bulkChange).map(([table]) => table));
  return [...changes.filter(({ table }) => !bulk.has(table)), ...[...bulk].map((table) => ({ table }))];
}

/**
 * Returns a function for the changes of all transactions that this node may have missed, those that had not finished
 * at its last heartbeat. Undefined if they are not known: without a heartbeat, on another server, after too long a time, or
 * if there are too many.
 */
async function openMissedChanges(db: Database['db'], pubSub: PubSub, enqueue: (task: () => void) => void) {
  let cluster = await findCluster(db);
  let lastMessage: { transaction: string; at: number } | undefined;
  await pubSub.subscribe(heartbeatChannel, (message = '') => {
    const [pid, transaction] = message.split(' ');
    // In the queue, since the messages before it must have been processed.
    if (transaction && Number(pid) === pubSub.processId())
      enqueue(() => {
        lastMessage = { transaction, at: Date.now() };
      });
  });
  return async (): Promise<Change[] | undefined> => {
    const found = await findCluster(db);
    if (!found || found !== cluster) lastMessage = undefined;
    cluster = found;
    if (!lastMessage || Date.now() - lastMessage.at > (changesDays * dayMs) / 2) return undefined;
    const messages = await listChangesSince(db, lastMessage.transaction);
    return messages && merge(messages.map(parseChange));
  };
}

// A node publishes "wait ID"; each node publishes "done ID PID" once it has processed all messages before, with the PID
// of the connection that listens. A node that has not answered in time is not waited for until it answers again.
async function openAcknowledgements(db: Database['db'], pubSub: PubSub, enqueue: (task: () => void) => void) {
  const requests = new Map<string, { acknowledged: Set<number>; nodes: number[] | undefined; done(): void }>();
  const silent = new Set<number>();
  const settle = ({
    acknowledged,
    nodes,
    done,
  }: {
    acknowledged: Set<number>;
    nodes?: number[] | undefined;
    done(): void;
  }) => {
    if (nodes?.every((pid) => acknowledged.has(pid) || silent.has(pid))) done();
  };
  await pubSub.subscribe(nodesChannel, (message = '') => {
    const [verb, id = '', pid = ''] = message.split(' ');
    if (verb === 'wait')
      enqueue(() => void publish(db, nodesChannel, `done ${id} ${pubSub.processId()}`).catch(() => {})); // the requester's timeout covers it
    if (verb !== 'done') return;
    silent.delete(Number(pid));
    const request = requests.get(id);
    request?.acknowledged.add(Number(pid));
    if (request) settle(request);
  });
  const listNodes = async (id: string) => {
    const { rows } = await db.execute<{ pids: number[] | null }>(sql`
      SELECT array_agg(pid) AS pids, pg_notify(${nodesChannel}, ${`wait ${id}`}) FROM pg_stat_activity
      WHERE application_name = ${listenerName} AND datname = current_database()`);
    return rows[0]?.pids ?? [];
  };
  return {
    async wait(): Promise<void> {
      if (!pubSub.isConnected()) return;
      const id = randomUUID();
      const { promise, resolve } = Promise.withResolvers<void>();
      const request = { acknowledged: new Set<number>(), nodes: undefined as number[] | undefined, done: resolve };
      requests.set(id, request);
      const timer = setTimeout(() => {
        for (const pid of request.nodes ?? []) if (!request.acknowledged.has(pid)) silent.add(pid);
        resolve();
      }, maxWaitMs);
      listNodes(id).then((pids) => {
        request.nodes = pids;
        settle(request);
      }, resolve); // the write is committed; a failure only ends the wait
      await promise;
      clearTimeout(timer);
      requests.delete(id);
    },
  };
}
