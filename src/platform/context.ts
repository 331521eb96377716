import type { FastifyBaseLogger } from 'fastify';
import type { Translate } from '#src/messages/catalogue.ts';
import type { Language } from '#src/messages/languages.ts';
import type { Actor } from './actor.ts';
import type { PageInvalidation } from './cache/invalidation.ts';
import type { PageCache } from './cache/page-cache.ts';
import type { Config } from './config.ts';
import type { Db } from './database/db.ts';
import { AppError } from './errors.ts';
import type { Files } from './files/files.ts';
import type { JobQueue, RunningJob } from './jobs/job-queue.ts';
import type { Limits } from './limits/limits.ts';
import type { Deliver } from './mail/mail-transport.ts';
import type { Encryption } from './secrets/encryption.ts';
import type { SignedUrls } from './secrets/signed-urls.ts';
import type { Tokens } from './secrets/tokens.ts';
import type { Settings } from './settings/settings.ts';
import type { WorkerPool } from './workers/pool.ts';

/** First argument of every service function. Built in one place for requests and in one for jobs. */
export interface Context {
  config: Config;
  /** The project's root folder, for files that are read from it at run time. */
  root: string;
  /** Connection string of the database, for threads that open connections of their own. */
  databaseUrl: string;
  db: Db;
  files: Files;
  jobs: JobQueue;
  workers: WorkerPool;
  limits: Limits;
  settings: Settings;
  pageInvalidation: PageInvalidation;
  /** Pages and lists that are the same for every visitor; undefined when the cache is turned off. */
  pageCache: PageCache | undefined;
  /** Counts the searches of readers that found nothing: decision 167. */
  zeroResultSearches: ZeroResultSearches;
  encryption: Encryption;
  signedUrls: SignedUrls;
  tokens: Tokens;
  /** Sends a mail from the outbox. Services add mails to the outbox with `sendMail`. */
  deliverMail: Deliver;
  log: FastifyBaseLogger;
  /** The request's id in answers and log lines; undefined for jobs. */
  requestId?: string;
  actor: Actor;
  /** The rate-limit key of the requester's address, see `addressKey`. Empty for system actions. */
  address: string;
  /** The client of an API request; undefined for jobs and pages. */
  client?: { address: string; userAgent: string };
  /** The run of a job; undefined for requests. */
  job?: RunningJob;
  language: Language;
  text: Translate;
  now(): Date;
}

/** The search may not import the slice that shows these counts, so both use only this. */
export interface ZeroResultSearches {
  /** Counts a search as typed, in the language of its page, at most once a day for each address. */
  count(typed: string, language: Language, address: string): void;
  /** Stores what was counted. */
  flush(): Promise<void>;
}

/** The part of the context that all requests and jobs share. */
export type Services = Omit<
  Context,
  'actor' | 'address' | 'client' | 'job' | 'language' | 'text' | 'log' | 'requestId'
>;

/** Returns the current user. Throws `unauthenticated` for a visitor. */
export function requireUser({ actor }: Pick<Context, 'actor'>): Exclude<Actor, { role: 'visitor' }> {
  if (actor.role === 'visitor') throw new AppError('unauthenticated', 'errors.signIn');
  return actor;
}
