import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Change, VisibleRows } from '#src/platform/cache/change-triggers.ts';
import { openPageCache, type Rendered } from '#src/platform/cache/page-cache.ts';
import { openQueryResults } from '#src/platform/cache/query-results.ts';
import { ofRow, queryCounter, recordResults } from '#src/platform/cache/recorded-queries.ts';

export const tables = new Set(['stories', 'pictures', 'editions', 'sessions', 'settings']);
const visibleRows: VisibleRows[] = [{ table: 'pictures', partOf: { table: 'stories', ids: () => '' } }];

/** A page cache over a database that answers each query by what the test has set. */
export function openTestCache({ maxBytes = 1_000_000 } = {}) {
  const answers = new Map<string, unknown>();
  const state = { ms: 0, connected: true, away: false, queries: 0 };
  const pool = {
    query: async ({ text }: { text: string }, values: unknown[]) => {
      state.queries += 1;
      if (state.away) throw new Error('Connection terminated unexpectedly');
      return { rows: [answers.get(`${text} ${values}`) ?? null] };
    },
  };
  const recorded = { ...pool } as unknown as Pool; // all that is used of it
  recordResults(recorded);
  /** Sends a query as the ORM does. */
  const ask = async (text: string, ...values: unknown[]) => {
    queryCounter.logQuery(text, values);
    return (await recorded.query({ text, types: {} } as never, values)).rows;
  };
  const now = () => new Date(state.ms);
  const cache = openPageCache({
    maxBytes,
    results: openQueryResults({ pool, tables, visibleRows, now }),
    now,
    isConnected: () => state.connected && !state.away,
    isAway: () => state.away,
    offlineMs: () => 3_600_000,
    onError: () => undefined,
  });
  /** Changes the answer of a query and publishes the change. */
  const change = (text: string, values: unknown[], ...changes: Change[]) => {
    answers.set(`${text} ${values}`, randomBytes(8).toString('hex'));
    cache.invalidate(changes);
  };
  return { cache, state, ask, change };
}

export type OpenedCache = ReturnType<typeof openTestCache>;

export const list = 'select "id", "title" from "stories"';
export const story = 'select "title", "body" from "stories" where "id" = $1';

/** A rendering that makes queries and contains the number of its run. */
export function renderer(read: () => Promise<unknown>, { status = 200, size = 0 } = {}) {
  let count = 0;
  return async (): Promise<Rendered> => {
    count += 1;
    const number = count;
    await read();
    return { status, headers: [], body: Buffer.from(`Rendered ${number} ${randomBytes(size).toString('hex')}`) };
  };
}
export const listPage = ({ ask }: OpenedCache, options = {}) => renderer(() => ask(list), options);
export const storyPage = ({ ask }: OpenedCache, id: number) =>
  renderer(() => ofRow('stories', id, () => ask(story, id)));

export const text = ({ page }: { page: { bodies: { identity: Buffer } } }) => page.bodies.identity.toString().trim();
