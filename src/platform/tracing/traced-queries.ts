import type { Pool, PoolClient } from 'pg';
import { scopes } from '../log/scope.ts';
import { endSpan, type Tracing } from './tracing.ts';

type Query = (...args: unknown[]) => unknown;

// Enough to recognize a query.
const maxText = 2000;

/**
 * Makes a pool record a span for each query of a request or job, with its text and without its parameters. The span of
 * a query outside a transaction includes the wait for a connection.
 */
export function traceQueries(pool: Pool, tracing: Tracing): void {
  pool.query = tracedQuery(pool.query.bind(pool) as Query, tracing) as typeof pool.query;
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as Query;
    const traced = tracedQuery(query, tracing);
    // `pool.query` calls this with a callback, and its span has begun already.
    client.query = ((...args: unknown[]) =>
      (typeof args.at(-1) === 'function' ? query : traced)(...args)) as typeof client.query;
  });
}

const tracedQuery =
  (query: Query, tracing: Tracing): Query =>
  (...args) => {
    if (!scopes.getStore()?.span) return query(...args);
    const text = textOf(args[0]);
    const operation = /^[\s(]*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY'; // "(select …) union …" too
    const span = tracing.startSpan(operation, {
      kind: 'client',
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text.slice(0, maxText),
      },
    });
    const answer = query(...args);
    if (!(answer instanceof Promise)) {
      span.end(); // a cursor or stream, which sends its query later
      return answer;
    }
    return answer.then(
      (result) => {
        span.end();
        return result;
      },
      (error) => {
        endSpan(span, String(error?.code ?? 'error'));
        throw error;
      },
    );
  };

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: string } | undefined)?.text ?? '');
