import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
import type { DestinationStream } from 'pino';
import { seedSample } from '#db/sample/seed.ts';
import { ensureAdmin, hasNewsroom } from '#src/accounts/people/server/first-admin.service.ts';
import { newPasswordError } from '#src/accounts/users/server/password-hashing.service.ts';
import type { Call } from '#src/calls/call.ts';
import { defaultLanguage } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { ensureCategories } from '#src/news/categories/server/categories.service.ts';
import type { DrawnPicture } from '#src/news/sample/server/sample.service.ts';
import { withDeferredRemovals } from '#src/platform/backup/removals.ts';
import { openPageInvalidation } from '#src/platform/cache/invalidation.ts';
import { openPageCache, type PageCache } from '#src/platform/cache/page-cache.ts';
import { openQueryResults } from '#src/platform/cache/query-results.ts';
import { openReplica } from '#src/platform/cache/replica.ts';
import { storedPagesHours } from '#src/platform/cache/stored-pages.settings.ts';
import type { Config } from '#src/platform/config.ts';
import type { Context, Services } from '#src/platform/context.ts';
import { openClock } from '#src/platform/database/clock.ts';
import { type Database, migrateDatabase, openDatabase, withAdvisoryLock } from '#src/platform/database/db.ts';
import { openPubSub } from '#src/platform/database/pub-sub.ts';
import { openFiles } from '#src/platform/files/files.ts';
import { openJobs } from '#src/platform/jobs/jobs.ts';
import { observeJobs } from '#src/platform/jobs/observed-jobs.ts';
import { openLimits } from '#src/platform/limits/limits.ts';
import { loggerWithFields, openLog } from '#src/platform/log/log.ts';
import { openMailTransport } from '#src/platform/mail/mail-transport.ts';
import { type Metrics, openMetrics } from '#src/platform/metrics/metrics.ts';
import { openStoredMetrics } from '#src/platform/metrics/stored-metrics.ts';
import { openEncryption } from '#src/platform/secrets/encryption.ts';
import { findSecret, loadOrCreateSecret } from '#src/platform/secrets/secrets.ts';
import { openSignedUrls } from '#src/platform/secrets/signed-urls.ts';
import { createTokens } from '#src/platform/secrets/tokens.ts';
import { openSettings } from '#src/platform/settings/settings.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import type { Tracing } from '#src/platform/tracing/tracing.ts';
import { killedBy, openWorkerPool, type WorkerPool } from '#src/platform/workers/pool.ts';
import { openSearchCounter } from '#src/readership/server/searches.service.ts';
import { hourMs } from '#src/rules/calendar.rules.ts';
import { siteEmail } from '#src/settings/site.settings.ts';
import { type AppOptions, buildApp } from './app.ts';
import { jobs, visibleRows } from './slices.ts';

export interface SiteOptions {
  config: Config;
  /** Connection string; the embedded server's, or `config.databaseUrl`. */
  databaseUrl: string;
  /** Folder that holds `db/` and `build/`. */
  root: string;
  pages?: AppOptions['pages'];
  assets?: string;
  serverFactory?: FastifyServerOptions['serverFactory'];
  /** The pictures of the sample content, if they are being drawn already. */
  samplePictures?: Promise<ReadonlyMap<string, DrawnPicture>> | undefined;
  /** The clock, instead of the database's; tests set it. */
  now?: () => Date;
  /** Where the log is written instead of standard output; tests capture it. */
  logDestination?: DestinationStream;
  /** Wraps the pool of workers; tests store its results. */
  wrapWorkers?: (workers: WorkerPool) => WorkerPool;
}

export interface Site {
  /** The URL that it listens at. */
  address: string;
  services: Services;
  /** Every call of its API. */
  calls: Call[];
  /** The first admin's login if this start created it; the password only if it was generated. */
  firstAdmin: { email: string; password: string | undefined } | undefined;
  /** Finishes running requests and jobs, then closes all resources. */
  close(): Promise<void>;
}

/** Opens all services, migrates the database, and starts the job workers (unless PROCESS is web) and the HTTP server. */
export async function startSite(options: SiteOptions): Promise<Site> {
  const { config, databaseUrl, root } = options;
  if (config.backup.to) await requireBackupPlace(config, config.backup.to);
  const log = openLog(config.logLevel, options.logDestination);
  const logError = (message: string) => (error: Error) => log.error({ err: error }, message);
  // Resources are closed in reverse order, at shutdown or when the start fails.
  await using resources = new AsyncDisposableStack();
  const tracing = config.otlp ? await openTracing(config.otlp, log) : undefined;
  if (tracing) resources.defer(() => tracing.close());
  const onLost = logError('lost a database connection');
  const database = openDatabase(databaseUrl, onLost, { max: config.databasePool, tracing });
  resources.defer(() => database.close());
  const metrics = config.metricsToken ? metricsOf(config, database, log) : undefined;
  const observers = { metrics, tracing };
  const clock = await openClock(database.pool, (error) => log.warn({ err: error }, 'the clock was not compared'));
  resources.defer(() => clock.close());
  const now = options.now ?? clock.now;
  const onLocked = () => log.warn('a table that has to be changed is in use: trying again');
  await withAdvisoryLock(database, () => migrateDatabase(database, join(root, 'db/migrations'), visibleRows, onLocked));
  // Opened before the jobs, so that it closes after them: a running job may still need it.
  const { wrapWorkers = (pool) => pool } = options;
  const workers = wrapWorkers(openWorkerPool(root));
  resources.defer(() => workers.close());
  const jobRunner = await openJobs(databaseUrl, observeJobs(jobs, observers), logError('job queue failed'));
  resources.defer(() => jobRunner.stop());
  const pubSub = await openPubSub(databaseUrl, logError('lost the LISTEN connection'));
  resources.defer(() => pubSub.close());
  const secret = config.authSecret ?? (await loadOrCreateSecret(config.dataDir, 'auth'));
  const settings = await openSettings(database.db);
  const onFailure = logError('page invalidation failed');
  const pageInvalidation = await openPageInvalidation(database, pubSub, settings, onFailure);
  resources.defer(() => pageInvalidation.close());
  const cachesPages = config.process !== 'worker' && config.pageCacheBytes > 0 && options.pages?.mode !== 'development';
  const caching = { config, database, pageInvalidation, settings, metrics, log, now, resources };
  const pageCache = cachesPages ? openCachedPages(caching) : undefined;
  const onUnstored = logError('searches could not be stored');
  const zeroResultSearches = openSearchCounter({ db: database.db, now }, onUnstored);
  resources.defer(() => zeroResultSearches.close());
  const services: Services = {
    config,
    root,
    databaseUrl,
    db: database.db,
    files: withDeferredRemovals(await openFiles(config), database.db, now),
    jobs: jobRunner,
    workers,
    limits: openLimits(database.db, now),
    settings,
    pageInvalidation,
    pageCache,
    zeroResultSearches,
    deliverMail: openMailTransport(config, () => ({ name: settings.get(siteName), replyTo: settings.get(siteEmail) })),
    tokens: createTokens(secret),
    signedUrls: openSignedUrls(secret),
    encryption: openEncryption(
      config.sealKey ?? (await loadOrCreateSecret(config.dataDir, 'seal')),
      config.sealKeyFormer ?? (await findSecret(config.dataDir, 'seal-former')),
    ),
    now,
  };
  const system: Context = {
    ...services,
    log,
    actor: { role: 'visitor' },
    address: '',
    language: defaultLanguage,
    text: translator(defaultLanguage),
  };

  const firstAdmin = await withAdvisoryLock(database, () => setUp(system, options.samplePictures));
  if (config.process !== 'web')
    await jobRunner.work(config, (name, job) => ({
      ...system,
      job,
      log: loggerWithFields(log.child({ job: name }), {}),
      workers: killedBy(workers, job.signal),
    }));

  const { pages, assets, serverFactory } = options;
  const { app, calls } = await buildApp({
    services,
    log,
    observers,
    ...(pages && { pages }),
    ...(assets && { assets }),
    ...(serverFactory && { serverFactory }),
  });
  resources.defer(() => app.close());
  const address = await app.listen({ port: config.port, host: config.host });
  const open = resources.move();
  return { address, services, calls, firstAdmin, close: () => open.disposeAsync() };
}

/** Throws with one sentence if the site could not be backed up there; its libraries are loaded only if it is. */
async function requireBackupPlace(config: Config, to: string) {
  const { openStore } = await import('#src/platform/backup/target.ts');
  openStore(config, to);
}

interface Caching extends Pick<Context, 'config' | 'pageInvalidation' | 'settings' | 'log' | 'now'> {
  database: Database;
  metrics: Metrics | undefined;
  resources: AsyncDisposableStack;
}

/** Opens the page cache, and the replica that it queries first, if there is one. */
function openCachedPages(caching: Caching): PageCache {
  const { config, database, pageInvalidation, settings, metrics, log, now, resources } = caching;
  const { tables, isConnected, isAway, subscribe } = pageInvalidation;
  const replica = config.replicaUrl
    ? openReplica({
        url: config.replicaUrl,
        max: config.databasePool,
        primary: database.db,
        isConnected,
        onError: (error) => log.warn({ err: error }, 'the replica does not answer'),
      })
    : undefined;
  if (replica) {
    resources.defer(() => replica.close());
    subscribe(replica.requireNewer);
    metrics?.watchReplica(replica);
  }
  const pageCache = openPageCache({
    maxBytes: config.pageCacheBytes,
    results: openQueryResults({ pool: database.pool, replica, tables, visibleRows, now }),
    now,
    isConnected,
    isAway,
    offlineMs: () => settings.get(storedPagesHours) * hourMs,
    onError: (error) => log.error({ err: error }, 'background work of the page cache failed'),
  });
  subscribe(pageCache.invalidate);
  metrics?.watchPageCache(pageCache, config.pageCacheBytes);
  return pageCache;
}

/** Makes what a new site has: its categories, the sample content and the first admin, whom it returns. */
async function setUp(system: Context, samplePictures: SiteOptions['samplePictures']) {
  const { config, db, log, root, now } = system;
  await ensureCategories(db);
  if (config.sampleContent && !(await hasNewsroom(db)))
    await seedSample(system, join(root, 'db/sample'), samplePictures);
  // Last, because it marks the database as set up: the next start repeats an interrupted setup.
  const admin = await ensureAdmin(db, { email: config.adminEmail, password: config.adminPassword, now: now() });
  // The site starts nevertheless: the operator may only be trying it out.
  if (admin && config.adminPassword && newPasswordError(system, config.adminPassword, admin))
    log.warn('ADMIN_PASSWORD is easily guessed: choose another password in the profile');
  return admin;
}

const metricsOf = ({ dataDir }: Config, { pool, db }: Database, log: FastifyBaseLogger) =>
  openMetrics({
    pool,
    jobs: jobs.map(({ name }) => name),
    readStored: openStoredMetrics(db, (error) => log.warn({ err: error }, 'metrics of the database are missing')),
    dataDir,
  });

// The SDK takes memory and time to load, so it is loaded only if it is used.
async function openTracing(otlp: NonNullable<Config['otlp']>, log: FastifyBaseLogger): Promise<Tracing> {
  const { openOtlpTracing } = await import('#src/platform/tracing/otlp.ts');
  return openOtlpTracing({ ...otlp, onError: (error) => log.warn({ err: error }, 'traces could not be sent') });
}
