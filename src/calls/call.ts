import { z } from 'zod';
import type { TextKey } from '#src/messages/catalogue.ts';

// In the browser nothing is made from text at run time: the policy of our pages forbids it, and would report each try.
if (typeof document !== 'undefined') z.config({ jitless: true });

/**
 * Who may make a call. The guards, the API's description and the test that walks every route read this one table.
 * `editor` and `admin` mean a token of the admin login: a user login carries no such rights, whosever account it is.
 */
export const who = {
  anyone: ['visitor', 'reader', 'editor', 'admin'],
  member: ['reader', 'editor', 'admin'],
  newsroom: ['editor', 'admin'],
  admin: ['admin'],
} as const;

export type Who = keyof typeof who;
export type Role = (typeof who.anyone)[number];

export const mayCall = (role: Role, audience: Who): boolean => (who[audience] as readonly Role[]).includes(role);

/** How often something may be tried. */
export interface Limit {
  name: string;
  attempts: number;
  /** In which time, in seconds. */
  perSeconds: number;
  /** Message of the 429 answer, with `minutes` to wait, where the default message is not specific enough. */
  text?: TextKey;
}

/** Every search of the site, by whatever page or call: enough for a reader, too few to read a paid text by its answers. */
export const searches: Limit = { name: 'search', attempts: 300, perSeconds: 600 };

/** One call of the API: what the server checks and answers, and what the page may send and expect. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As the router has it, with `:name` for a parameter. */
  path: `/api/${string}`;
  who: Who;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** JSON body. */
  body?: z.ZodType;
  /** Multipart form; files are members made by `upload()`. */
  form?: z.ZodObject;
  /** How often one address may make the call, or all calls of one limit together. Counted before a body is read. */
  limit?: Limit;
  /** Answer of a success by its status; failures have the common shape. */
  reply: Record<number, z.ZodType>;
}

/** Keeps the literal types of a call's description. */
export const defineCall = <const C extends Call>(call: C): C => call;

/** A file that has been received whole and waits in a temporary place until the answer is sent. */
export interface ReceivedFile {
  path: string;
  filename: string;
  sizeBytes: number;
}

/** A file of a multipart form. `limit` names the setting with its largest size. */
export const upload = (limit: UploadLimit) =>
  z.custom<ReceivedFile>().meta({ type: 'string', format: 'binary', limit });

export type UploadLimit = 'portrait' | 'picture' | 'pdf' | 'document';

/** An optional text field of a form with a maximum length. Its content is validated by the rules. */
export const typed = (maxLength: number, message?: TextKey) => z.string().max(maxLength, message).optional();

/** The answer to every call that fails. */
export const Problem = z.object({
  error: z.string().describe('One sentence for a person'),
  message: z.string().describe('The same sentence'),
  code: z.string().describe('One word for a program'),
  fields: z.record(z.string(), z.string()).optional().describe('Field name to what is wrong with it'),
});

export const Message = z.object({ message: z.string() });

/** An instant in an answer: ISO 8601 in UTC. */
export const Instant = z.iso.datetime();

/** A number in an address: anything but digits is an address that does not exist. */
export const NumericId = z.coerce.number().int().positive().max(2_147_483_647);

/** What a call answers when it works, as its caller reads it. */
export type Reply<C extends Call> = z.output<C['reply'][keyof C['reply'] & number]>;
