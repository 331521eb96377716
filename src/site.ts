import { join } from 'node:path';
import type { FastifyServerOptions } from 'fastify';
import { seedSample } from '#db/sample/seed.ts';
import { ensureAdmin, hasNewsroom } from './accounts/server/people.service.ts';
import { openTokens } from './accounts/server/tokens.ts';
import { type AppOptions, buildApp, jobs } from './app.ts';
import type { Call } from './calls/call.ts';
import { defaultLanguage } from './messages/languages.ts';
import { translator } from './messages/server-catalogue.ts';
import { ensureCategories } from './news/server/categories.service.ts';
import { siteEmail } from './pages/site.settings.ts';
import { openChanges } from './platform/cache/changes.ts';
import type { Config } from './platform/config.ts';
import type { Context, Parts } from './platform/context.ts';
import { alone, migrateDatabase, openDatabase } from './platform/db.ts';
import { openFiles } from './platform/files.ts';
import { openJobs } from './platform/jobs.ts';
import { openLimits } from './platform/limits.ts';
import { openLog } from './platform/log.ts';
import { openMail } from './platform/mail.ts';
import { openNotices } from './platform/notices.ts';
import { openPasses } from './platform/passes.ts';
import { openSeal } from './platform/seal.ts';
import { keptSecret } from './platform/secrets.ts';
import { openSettings } from './platform/settings.ts';
import { siteName } from './platform/site-name.ts';
import { openWorkers } from './platform/workers/pool.ts';

export interface SiteOptions {
  config: Config;
  /** Connection string; the embedded server's, or `config.databaseUrl`. */
  databaseUrl: string;
  /** Folder that holds `db/` and `build/`. */
  root: string;
  pages?: AppOptions['pages'];
  assets?: string;
  serverFactory?: FastifyServerOptions['serverFactory'];
  /** The clock; tests move it. */
  now?: () => Date;
}

export interface Site {
  /** Where it listens. */
  address: string;
  parts: Parts;
  /** Every call that it answers. */
  calls: Call[];
  /** The first admin's login, when this start made it; the password only when it was made up. */
  firstAdmin: { email: string; password: string | undefined } | undefined;
  /** Finishes running requests and jobs, then lets go of everything. */
  close(): Promise<void>;
}

/** Opens everything the site stands on, prepares the database, and begins to answer and to work on jobs. */
export async function startSite(options: SiteOptions): Promise<Site> {
  const { config, databaseUrl, root, now = () => new Date() } = options;
  const log = openLog(config.logLevel);
  // What has been opened is closed again in the opposite order, at the end or when the start fails half-way.
  await using opened = new AsyncDisposableStack();
  const database = openDatabase(databaseUrl, (error) => log.error({ err: error }, 'lost a database connection'));
  opened.defer(() => database.close());
  await alone(database, () => migrateDatabase(database, join(root, 'db/migrations')));
  // Before the jobs, so that it closes after them: a job that is let finish may still need it.
  const workers = openWorkers(root);
  opened.defer(() => workers.close());
  const runner = await openJobs(databaseUrl, jobs, (error) => log.error({ err: error }, 'jobs'));
  opened.defer(() => runner.stop());
  const notices = await openNotices(databaseUrl, (error) =>
    log.error({ err: error }, 'lost the connection that listens'),
  );
  opened.defer(() => notices.close());
  const secret = config.authSecret ?? (await keptSecret(config.dataDir, 'auth'));
  const settings = await openSettings(database.db);
  const changes = await openChanges(database, notices, settings, (error) => log.error({ err: error }, 'changes'));
  opened.defer(() => changes.close());
  const parts: Parts = {
    config,
    root,
    db: database.db,
    files: await openFiles(config),
    jobs: runner,
    workers,
    limits: openLimits(database.pool),
    settings,
    changes,
    deliver: openMail(config, () => ({ name: settings.get(siteName), replyTo: settings.get(siteEmail) })),
    passes: openPasses(secret),
    seal: openSeal(config.sealKey ?? (await keptSecret(config.dataDir, 'seal'))),
    now,
  };
  const system: Context = {
    ...parts,
    log,
    actor: { role: 'visitor' },
    address: '',
    language: defaultLanguage,
    text: translator(defaultLanguage),
  };

  const tokens = openTokens(secret);
  const firstAdmin = await alone(database, async () => {
    await ensureCategories(database.db);
    if (config.sampleContent && !(await hasNewsroom(database.db))) await seedSample(system, join(root, 'db/sample'));
    // Last, because it marks the database as set up: a start that is cut short before begins again.
    return ensureAdmin(database.db, config.adminEmail, config.adminPassword);
  });
  await runner.work((job) => ({ ...system, log: log.child({ job }) }));

  const { pages, assets, serverFactory } = options;
  const { app, calls } = await buildApp({
    parts,
    tokens,
    log,
    ...(pages && { pages }),
    ...(assets && { assets }),
    ...(serverFactory && { serverFactory }),
  });
  opened.defer(() => app.close());
  const address = await app.listen({ port: config.port, host: config.host });
  const open = opened.move();
  return { address, parts, calls, firstAdmin, close: () => open.disposeAsync() };
}
