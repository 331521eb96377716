import type { Translate } from '#src/messages/catalogue.ts';
import { AppError, JobExpired } from '../errors.ts';
import { withoutControlCharacters } from '../text/control-characters.ts';
import { withoutPersonalData } from './personal-data.ts';

/** Why a job has failed. `crashed`: the process that ran it has ended. */
export interface FailureReason {
  code: 'expired' | 'crashed' | 'error';
  /** For an error: what happened, in English, without personal data. */
  message: string;
}

/** The reason that is stored with a failed job. `text` translates the messages of our own errors. */
export function failureReason(error: unknown, text: Translate): FailureReason {
  if (error instanceof JobExpired) return { code: 'expired', message: error.message };
  return { code: 'error', message: storable(messageOf(error, text)) };
}

function messageOf(error: unknown, text: Translate): string {
  if (error instanceof AppError) return text(error.text.key, error.text.params);
  if (!(error instanceof Error)) return 'Unknown error';
  // Drizzle's message contains the parameters of the query.
  const cause = 'query' in error ? error.cause : error;
  if (!(cause instanceof Error)) return 'A query failed';
  const { code, table, constraint } = cause as Error & Record<'code' | 'table' | 'constraint', unknown>;
  // PostgreSQL's message may contain a value: 'invalid input syntax for type integer: "x"'.
  if ('severity' in cause) return ['PostgreSQL', code, table, constraint].filter(Boolean).join(' ');
  return cause.message || String(code ?? cause.name); // such as ECONNREFUSED, which has no message
}

// Far more than is stored, because what is removed may be long.
const maxRead = 10_000;
const maxLength = 300;

// open '/data/report of Asha.pdf'; an unclosed quote ends with the line
const quoted = /"[^"]*"?|“[^”]*”?|`[^`]*`?|<[^>]*>?|(?<!\p{L})'(?:[^']|'(?=\p{L}))*'?/gu;

/** The first line of a message without personal data and quoted values, as jsonb can store it. */
function storable(message: string): string {
  const [line = ''] = message.slice(0, maxRead).split('\n', 1);
  const text = withoutPersonalData(line).replaceAll(quoted, '…');
  return withoutControlCharacters(text).slice(0, maxLength).toWellFormed();
}

// The results that pg-boss itself stores for a job whose process did not report.
const ofPgBoss: [RegExp, FailureReason['code']][] = [
  [/heartbeat timeout|shut down while active/, 'crashed'],
  [/job timed out|execution exceeded/, 'expired'],
];

/** Reads the result of a failed job, as stored by `failureReason` or by pg-boss. */
export function readFailureReason(output: unknown): FailureReason {
  const { code, message, value } = (output ?? {}) as Record<string, unknown>;
  if (code === 'expired' || code === 'error') return { code, message: String(message) };
  const stored = (value as { message?: unknown } | undefined)?.message ?? value ?? message ?? '';
  const found = ofPgBoss.find(([pattern]) => pattern.test(String(stored)));
  return { code: found?.[1] ?? 'error', message: '' };
}
