import { z } from 'zod';
import type { TextKey } from '#src/messages/catalogue.ts';
import type { Who } from '#src/rules/roles.rules.ts';

// No code generation in the browser: the Content Security Policy forbids it and would report each attempt.
if (typeof document !== 'undefined') z.config({ jitless: true });

interface LimitFields {
  name: string;
  attempts: number;
  /** Length of the window, in seconds. */
  perSeconds: number;
  /** Whose attempts it counts, if not those of an IP address. */
  per?: 'account' | 'account or address' | 'account at an address' | 'challenge' | 'device' | 'mailbox' | 'session';
  /** Message of the 429 response, with the parameter `minutes`, where the default message is not specific enough. */
  text?: TextKey;
}

declare const defined: unique symbol;

/** A rate limit. Made by `defineLimit` only, so that the table in docs/security.md has all of them (`npm run limits`). */
export type Limit = LimitFields & { readonly [defined]: true };

/** Every limit of the modules that are loaded. */
export const definedLimits: Limit[] = [];

export function defineLimit(fields: LimitFields): Limit {
  const limit = fields as Limit; // nothing else makes one
  definedLimits.push(limit);
  return limit;
}

/** Shared by all searches of the site: enough for a reader, too few to reconstruct a paid text from search results. */
export const searchLimit = defineLimit({ name: 'search', attempts: 300, perSeconds: 600 });

/** The contract of an API call: the server validates requests against it, and pages derive their types from it. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Route pattern, with `:name` for a parameter. */
  path: `/api/${string}`;
  who: Who;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** JSON body. */
  body?: z.ZodType;
  /** Multipart form; files are members made by `upload()`. */
  form?: z.ZodObject;
  /** Rate limit by address, shared by all calls with the same limit. Counted before a body is read. */
  limit?: Limit;
  /**
   * The call mails an address that is typed, so it needs a proof of work: decision 164. Requests of an address within the
   * limit need none. Such a call has a `limit` too: a challenge costs the server some milliseconds.
   */
  proof?: { free: Limit | undefined };
  /** The answer is the same for every visitor, so the server may cache it. */
  shared?: boolean;
  /** Schema of a successful response by status; failures have the shape of `Problem`. */
  reply: Record<number, z.ZodType>;
}

/** Infers the literal types of a call's contract. */
export const defineCall = <const C extends Call>(call: C): C => call;

/** An uploaded file, stored in a temporary folder until the response is sent. */
export interface ReceivedFile {
  path: string;
  filename: string;
  sizeBytes: number;
}

/** A file of a multipart form. `limit` names the setting with its maximum size. */
export const fileField = (limit: UploadLimit) =>
  z.custom<ReceivedFile>().meta({ type: 'string', format: 'binary', limit });

export type UploadLimit = 'portrait' | 'picture' | 'pdf' | 'document' | 'media' | 'subtitles';

/** An optional text field of a form with a maximum length. Its content is validated by the rules. */
export const textField = (maxLength: number, message?: TextKey) => z.string().max(maxLength, message).optional();

/** The response to every call that fails. */
export const Problem = z.object({
  error: z.string().describe('Message for the user, one sentence'),
  message: z.string().describe('Same as `error`'),
  code: z.string().describe('Machine-readable error code'),
  fields: z.record(z.string(), z.string()).optional().describe('Validation errors by field name'),
});

export const Message = z.object({ message: z.string() });

/** An instant in a response: ISO 8601 in UTC. */
export const Instant = z.iso.datetime();

/** A numeric id in a path. A path with anything else does not exist. */
export const NumericId = z.coerce.number().int().positive().max(2_147_483_647);

/** The type of a call's successful response. */
export type Reply<C extends Call> = z.output<C['reply'][keyof C['reply'] & number]>;
