import type { FastifyInstance } from 'fastify';
import type { VisibleRows } from './cache/change-triggers.ts';
import type { Context, Services } from './context.ts';
import type { Db } from './database/db.ts';
import type { FileReferences } from './files/file-references.ts';
import type { Observers } from './http/observe-requests.ts';
import type { PageRule } from './http/page-address.ts';
import type { Job } from './jobs/jobs.ts';
import type { Setting } from './settings/define-setting.ts';

/** What a slice adds to the site; `site/slices.ts` lists all slices. */
export interface Slice {
  /** Adds its calls to the API. */
  routes?(app: FastifyInstance, site: SiteParts): void;
  /** Every process that runs jobs works on all of them. */
  jobs?: readonly Job<never>[];
  /** In the order of the settings page. */
  settings?: readonly Setting[];
  personalData?: readonly PersonalData[];
  /** The stored files that rows refer to. A backup reports those that are missing. */
  fileReferences?: readonly FileReferences[];
  /** What readers see of the rows of tables, where it is not all of them. */
  visibleRows?: readonly VisibleRows[];
  /** Pages that accept query parameters, or whose path has several forms. All other pages accept no parameters. */
  pageRules?: readonly PageRule[];
}

/** What some routes need besides the context of a request. */
export interface SiteParts {
  services: Services;
  observers: Observers;
  /** Of all slices, like the next member. */
  settings: readonly Setting[];
  personalData: readonly PersonalData[];
}

/** Personal data of users that a slice stores beside the account: how to export it, and how to erase it. */
export interface PersonalData {
  name: string;
  collect(ctx: Context, userId: number): Promise<unknown>;
  /**
   * Deletes or redacts everything that neither the law nor the archive requires to be retained. The actor of the context
   * is this user. `email` is the address of the account until now, if its owner had confirmed it.
   */
  erase(ctx: Context, tx: Db, userId: number, email: string | undefined): Promise<void>;
  /** Called when a guardian has consented to this user's submissions. */
  consented?(ctx: Context, tx: Db, userId: number): Promise<void>;
}
