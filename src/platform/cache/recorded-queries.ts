import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Logger } from 'drizzle-orm';
import type { Pool, QueryResult } from 'pg';

/** A query as it was sent to PostgreSQL, so that it can be sent again. */
export interface RecordedQuery {
  text: string;
  /** Arguments of `pool.query`. */
  args: [config: object, values: unknown[]];
  /** What it returned, and the hash of its rows. */
  result: Result;
  hash: string;
  /** The only row of this table that the result depends on. */
  row?: { table: string; id: string };
  /** Whether its result is only at the edge of the page. */
  atEdge: boolean;
}

export type Result = Pick<QueryResult, 'rows'>;

/** A query before it is sent. */
export type UnsentQuery = Omit<RecordedQuery, 'result' | 'hash'>;

/** The result of a query if it is known, so that it need not be sent. */
export type FindResult = (query: UnsentQuery) => Promise<Pick<RecordedQuery, 'result' | 'hash'> | undefined>;

/** What a rendering read. */
export interface Recording {
  queries: RecordedQuery[];
  /** Number of queries that cannot be repeated, because they ran in a transaction or write. */
  unrepeatable: number;
}

interface Scope {
  recording: Recording;
  findResult: FindResult;
  row?: { table: string; id: string };
  atEdge: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Runs `callback` and records the queries that it makes. Those whose result `findResult` has are not sent. */
export async function recordQueries<T>(
  callback: () => Promise<T>,
  findResult: FindResult = async () => undefined,
): Promise<{ result: T; recording: Recording }> {
  const recording: Recording = { queries: [], unrepeatable: 0 };
  return { result: await scopes.run({ recording, findResult, atEdge: false }, callback), recording };
}

/** Declares that of this table, the queries in `callback` depend only on the row with this id. */
export const ofRow = <T>(table: string, id: number, callback: () => Promise<T>): Promise<T> => {
  const scope = scopes.getStore();
  return scope ? scopes.run({ ...scope, row: { table, id: String(id) } }, callback) : callback();
};

/**
 * Declares that the page shows the results of the queries in `callback` only at its edge, such as a list beside a
 * story. After a change of them it may be sent once more, for two seconds at most, while it is rendered again.
 */
export const atEdge = <T>(callback: () => Promise<T>): Promise<T> => {
  const scope = scopes.getStore();
  return scope ? scopes.run({ ...scope, atEdge: true }, callback) : callback();
};

/** Counts every query of the ORM; `recordResults` subtracts those that it records. */
export const queryCounter: Logger = {
  logQuery: () => {
    const recording = scopes.getStore()?.recording;
    if (recording) recording.unrepeatable += 1;
  },
};

const writes = /\b(?:insert into|update|delete from|truncate|nextval)\b/i;

/** Makes a pool record the results of the ORM's queries, which are config objects; other callers pass texts. */
export function recordResults(pool: Pool): void {
  const send = pool.query.bind(pool) as (...args: unknown[]) => Promise<QueryResult>;
  const queryAndRecord = async (config: { text: string }, values: unknown[] = []): Promise<Result> => {
    const scope = scopes.getStore();
    if (!scope || writes.test(config.text)) return send(config, values);
    const { recording, findResult, row, atEdge } = scope;
    const unsent: UnsentQuery = { text: config.text, args: [config, values], atEdge, ...(row && { row }) };
    const found = (await scopes.exit(() => findResult(unsent))) ?? resultAndHash(await send(config, values));
    recording.unrepeatable -= 1;
    recording.queries.push({ ...unsent, ...found });
    return found.result;
  };
  pool.query = ((config: unknown, ...rest: unknown[]) =>
    typeof config === 'object' && config !== null && 'text' in config && 'types' in config
      ? queryAndRecord(config as { text: string }, rest[0] as unknown[])
      : send(config, ...rest)) as typeof pool.query;
}

/** A result with the hash of its rows. */
export const resultAndHash = (result: Result): { result: Result; hash: string } => ({
  result,
  hash: createHash('sha256').update(JSON.stringify(result.rows)).digest('base64'),
});
