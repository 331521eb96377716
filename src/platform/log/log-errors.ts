import { inspect } from 'node:util';
import { withoutPersonalData } from './personal-data.ts';

/** An error as the log shows it. */
export interface SafeError {
  type: string;
  message?: string;
  stack?: string;
  code?: unknown;
  cause?: SafeError;
}

// Longer messages quote something.
const maxMessage = 1000;
const maxCauses = 5;

/**
 * Serializes an error for the log, with selected properties only: database errors carry the whole connection, the
 * parameters of the query and, in `detail`, the row.
 */
export function serializeError(error: unknown, depth = 0): SafeError {
  if (!(error instanceof Error)) return { type: typeof error }; // the thrown value may be input
  const { name, cause } = error;
  return {
    type: name,
    message: safeMessage(error),
    stack: `${name}: ${safeMessage(error)}\n${framesOf(error)}`,
    ...('code' in error && { code: error.code }),
    ...(cause !== undefined && depth < maxCauses && { cause: serializeError(cause, depth + 1) }),
  };
}

/**
 * The message of an error without personal data. Quoted words are logged, because they name properties, modules and
 * files: "Cannot read properties of undefined (reading 'slug')".
 */
export function safeMessage(error: Error): string {
  // Drizzle's message ends with the parameters: "Failed query: insert …\nparams: asha@example.org,…".
  if ('query' in error) return shorten(`Failed query: ${error.query}`);
  if ('severity' in error && 'code' in error) return databaseMessage(error.message, String(error.code));
  return withoutPersonalData(shorten(error.message));
}

/** An error for standard error, in the same way. */
export function printableError(error: unknown): string {
  const print = ({ stack, cause, type }: SafeError): string =>
    `${stack ?? type}${cause ? `\nCaused by: ${print(cause)}` : ''}`;
  return error instanceof Error ? print(serializeError(error)) : inspect(error);
}

// Classes of PostgreSQL's codes whose messages name tables, columns, constraints or the server's state only. The others
// quote values: 'invalid input syntax for type integer: "…"' (22P02), 'syntax error in tsquery: "…"' (42601).
const withoutValues = /^(?:08|23|25|40|53|55|57|58|42(?!601))/;

const databaseMessage = (message: string, code: string) =>
  withoutValues.test(code) ? shorten(message) : `PostgreSQL error ${code}`;

const shorten = (text: string) => (text.length > maxMessage ? `${text.slice(0, maxMessage)}…` : text);

// "    at insert (file:///src/news/stories.queries.ts:12:3)": where the error was thrown, without its message, which may
// have several lines.
const frame = /^ {4}at .+(?::\d+:\d+\)?|\(<anonymous>\)|\(native\))$/;

function framesOf({ message, stack = '' }: Error): string {
  const begin = stack.indexOf(message);
  const rest = begin < 0 ? stack : stack.slice(begin + message.length);
  return rest
    .split('\n')
    .filter((line) => frame.test(line))
    .join('\n');
}
