import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../db.ts';
import { listenerName, type Notices, say } from '../notices.ts';
import type { Settings } from '../settings.ts';
import { listTables, tablesChannel } from './tables.ts';

/** What this node hears of changes in the database, and how a writer waits until all nodes have heard of his. */
export interface Changes {
  /** Every table there is. */
  tables: ReadonlySet<string>;
  /** Calls `hear` with the name of each table that has changed, and with nothing when any of them may have. */
  listen(hear: (table: string | undefined) => void): void;
  /** Whether changes are heard at the moment. */
  hearing(): boolean;
  /** Waits until every node has dealt with the changes committed so far; for a second at most. */
  settle(): Promise<void>;
  close(): void;
}

const nodesChannel = 'nodes';
const patienceMs = 1000;
const retryMs = 500; // until the database lets settings be read again

/** Listens for the changes of all tables. The settings of this node are read again before others hear of theirs. */
export async function openChanges(
  { db, pool }: Database,
  notices: Notices,
  settings: Settings,
  onError: (error: Error) => void,
): Promise<Changes> {
  const tables = await listTables(pool);
  const self = randomUUID();
  const hearers: ((table: string | undefined) => void)[] = [];
  // Words are dealt with in the order in which they were said, so that an answer tells that all before it are done.
  let before = Promise.resolve();
  const inOrder = (act: () => void | Promise<void>) => {
    before = before.then(act).catch(onError);
  };
  const tell = (table: string | undefined) => {
    for (const hear of hearers) hear(table);
  };

  // Words not dealt with yet that leave no page sure to be right: those missed in a gap, and those about settings.
  let unsure = 0;
  const closed = new AbortController();
  const readSettings = async () => {
    for (;;)
      try {
        return await settings.read();
      } catch (error) {
        if (closed.signal.aborted) return;
        onError(error as Error); // drizzle's
        await sleep(retryMs, undefined, closed).catch(() => {}); // woken by the end
      }
  };
  await notices.listen(tablesChannel, (table) => {
    const known = table !== undefined && table !== 'settings';
    if (!known) unsure += 1;
    inOrder(async () => {
      if (!known) await readSettings();
      tell(table);
      if (!known) unsure -= 1;
    });
  });

  // An asker says "asks ID"; each node answers "heard ID" when it has dealt with what was said before.
  const waiting = new Map<string, { heard: number; nodes: number; done(): void }>();
  const count = (id: string) => {
    const question = waiting.get(id);
    if (question && ++question.heard >= question.nodes) question.done();
  };
  await notices.listen(nodesChannel, (word = '') => {
    const [verb, id = ''] = word.split(' ');
    if (verb === 'heard') count(id);
    if (verb !== 'asks') return;
    // Without an answer the asker goes on when his patience ends; a node that has lost the database cannot give one.
    inOrder(() => (id.startsWith(self) ? count(id) : void say(db, nodesChannel, `heard ${id}`).catch(() => {})));
  });

  const ask = async (id: string, done: () => void) => {
    const question = { heard: 0, nodes: Number.POSITIVE_INFINITY, done };
    waiting.set(id, question);
    const { rows } = await db.execute<{ nodes: number }>(sql`
      SELECT count(*)::integer AS nodes, pg_notify(${nodesChannel}, ${`asks ${id}`}) FROM pg_stat_activity
      WHERE application_name = ${listenerName} AND datname = current_database()`);
    question.nodes = rows[0]?.nodes ?? 1;
    if (question.heard >= question.nodes) done();
  };
  return {
    tables,
    listen: (hear) => void hearers.push(hear),
    hearing: () => notices.hearing() && unsure === 0,
    async settle() {
      if (!notices.hearing()) return;
      const id = `${self}:${randomUUID()}`;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, patienceMs);
      ask(id, resolve).catch(resolve); // what was written is written; this only waits for others
      await promise;
      clearTimeout(timer);
      waiting.delete(id);
    },
    close: () => closed.abort(),
  };
}
