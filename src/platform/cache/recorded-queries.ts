import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Logger } from 'drizzle-orm';
import type { Pool, QueryResult } from 'pg';

/** A query as it was sent to PostgreSQL, so that it can be sent again. */
export interface RecordedQuery {
  text: string;
  /** Arguments of `pool.query`. */
  args: [config: object, values: unknown[]];
  /** Hash of the rows that it returned. */
  hash: string;
  /** The only row of this table that the result depends on. */
  row?: { table: string; id: string };
  /** Whether its result is only at the edge of the page. */
  atEdge: boolean;
}

/** What a rendering read. */
export interface Recording {
  queries: RecordedQuery[];
  /** Number of queries that cannot be repeated, because they ran in a transaction or write. */
  unrepeatable: number;
}

interface Scope {
  recording: Recording;
  row?: { table: string; id: string };
  atEdge: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Runs `callback` and records the queries that it makes. */
export async function recordQueries<T>(callback: () => Promise<T>): Promise<{ result: T; recording: Recording }> {
  const recording: Recording = { queries: [], unrepeatable: 0 };
  return { result: await scopes.run({ recording, atEdge: false }, callback), recording };
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

/** Counts every query of the ORM; `recordResults` takes those off that it records. */
export const queryCounter: Logger = {
  logQuery: () => {
    const recording = scopes.getStore()?.recording;
    if (recording) recording.unrepeatable += 1;
  },
};

const writes = /\b(?:insert into|update|delete from|truncate|nextval)\b/i;

/** Makes a pool record the results of the ORM's queries, which are objects; other programs send texts. */
export function recordResults(pool: Pool): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<QueryResult>;
  const queryAndRecord = async (config: { text: string }, values: unknown[] = []) => {
    const scope = scopes.getStore();
    const result = await query(config, values);
    if (!scope || writes.test(config.text)) return result;
    const { recording, row, atEdge } = scope;
    recording.unrepeatable -= 1;
    recording.queries.push({
      text: config.text,
      args: [config, values],
      hash: hashRows(result),
      atEdge,
      ...(row && { row }),
    });
    return result;
  };
  pool.query = ((config: unknown, ...rest: unknown[]) =>
    typeof config === 'object' && config !== null && 'text' in config && 'types' in config
      ? queryAndRecord(config as { text: string }, rest[0] as unknown[])
      : query(config, ...rest)) as typeof pool.query;
}

/** Hash of a result's rows. */
export const hashRows = ({ rows }: Pick<QueryResult, 'rows'>): string =>
  createHash('sha1').update(JSON.stringify(rows)).digest('base64');
