import type { FastifyBaseLogger } from 'fastify';
import type { Role } from '#src/calls/call.ts';
import type { Translate } from '#src/messages/catalogue.ts';
import type { Language } from '#src/messages/languages.ts';
import type { Changes } from './cache/changes.ts';
import type { Config } from './config.ts';
import type { Db } from './db.ts';
import { AppError } from './errors.ts';
import type { Files } from './files.ts';
import type { Jobs } from './jobs.ts';
import type { Limits } from './limits.ts';
import type { Deliver } from './mail.ts';
import type { Passes } from './passes.ts';
import type { Seal } from './seal.ts';
import type { Settings } from './settings.ts';
import type { Workers } from './workers/pool.ts';

/** On whose behalf something is done. `role` is what the token grants, not what the account could be granted. */
export type Actor =
  | { role: 'visitor' }
  | { role: Exclude<Role, 'visitor'>; userId: number; sessionId: string; name: string };

/** What every service function gets first. Built in one place for requests and in one for jobs. */
export interface Context {
  config: Config;
  /** The project's folder, for what is read from it while the site runs. */
  root: string;
  db: Db;
  files: Files;
  jobs: Jobs;
  workers: Workers;
  limits: Limits;
  settings: Settings;
  changes: Changes;
  seal: Seal;
  passes: Passes;
  /** How mail leaves; services put theirs into the outbox with `sendMail`. */
  deliver: Deliver;
  log: FastifyBaseLogger;
  actor: Actor;
  /** What attempts of whoever asks are counted by: his address, see `addressKey`. Empty for what the site does by itself. */
  address: string;
  /** Where a request came from; jobs and pages have no such thing. */
  client?: { address: string; userAgent: string };
  language: Language;
  text: Translate;
  now(): Date;
}

/** What does not change from request to request. */
export type Parts = Omit<Context, 'actor' | 'address' | 'client' | 'language' | 'text' | 'log'>;

/** Whoever is signed in; throws `unauthenticated` for a visitor. */
export function signedIn({ actor }: Pick<Context, 'actor'>): Exclude<Actor, { role: 'visitor' }> {
  if (actor.role === 'visitor') throw new AppError('unauthenticated', 'errors.signIn');
  return actor;
}
