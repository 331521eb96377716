import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { changesChannel } from '#src/platform/cache/change-triggers.ts';
import { openTestSite, type Start, type TestSite } from './site.ts';

/** One site for all journeys or API files of a worker process that need no configuration of their own. */
export interface SharedSite {
  site: TestSite;
  /** Restores database, files, mails, clock and caches to their state at the site's start. */
  restore(): Promise<void>;
}

/** Opens the site and copies its tables as filled at its first start. */
export async function openSharedSite(start: Start, postgres: string): Promise<SharedSite> {
  const site = await openTestSite(start, postgres);
  await site.db.execute(saveTables);
  const restoreClock = site.saveClock();
  return {
    site,
    restore: async () => {
      await restore(site);
      restoreClock();
    },
  };
}

// A schema beside the site's own, unknown to the site.
const saveTables = sql.raw(`
  CREATE SCHEMA saved;
  CREATE FUNCTION saved.tables() RETURNS SETOF name LANGUAGE sql AS
  $$ SELECT relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' $$;
  CREATE FUNCTION saved.restore() RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    name text;
    columns text;
    filled boolean;
  BEGIN
    -- Without triggers: the audit log lets none of its rows be deleted, and rows come back in any order of foreign keys.
    PERFORM set_config('session_replication_role', 'replica', true);
    -- Few tables have rows after a test, and few of them: to truncate all takes ten times as long.
    FOR name IN SELECT saved.tables() LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', name) INTO filled;
      IF filled THEN EXECUTE format('DELETE FROM public.%I', name); END IF;
    END LOOP;
    FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'saved'::regnamespace AND relkind = 'r' LOOP
      SELECT string_agg(quote_ident(column_name), ', ') INTO columns FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = name AND is_generated = 'NEVER';
      EXECUTE format('INSERT INTO public.%1$I (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM saved.%1$I', name, columns);
    END LOOP;
    PERFORM pg_notify('${changesChannel}', tables) FROM saved.tables();
  END $$;
  DO $$
  DECLARE
    name text;
    filled boolean;
  BEGIN
    FOR name IN SELECT saved.tables() LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', name) INTO filled;
      IF filled THEN EXECUTE format('CREATE TABLE saved.%1$I AS TABLE public.%1$I', name); END IF;
    END LOOP;
  END $$`);

const deadlock = '40P01';
const idleMs = 60_000;

const waitingJobs = sql`DELETE FROM jobs.job WHERE state IN ('created', 'retry')`;
const openWork = sql`
  SELECT (SELECT count(*) FROM jobs.job WHERE state IN ('created', 'retry', 'active'))
    + (SELECT count(*) FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND (state = 'active' OR state LIKE 'idle in%'))
    AS count`;

/**
 * Sequences are not reset, so that a request or job that outlives its test cannot write to a row of the next one.
 * The caches are invalidated by a notification for each table, as after any other change.
 */
async function restore(site: TestSite): Promise<void> {
  const { db, dataDir, services } = site;
  // Waits for running jobs, and removes the jobs that they send too.
  const isIdle = async () => {
    await db.execute(waitingJobs);
    return Number((await db.execute(openWork)).rows[0]?.count) === 0;
  };
  const restoreTables = async () => {
    for (const end = Date.now() + idleMs; !(await isIdle()); await sleep(10))
      if (Date.now() > end) throw new Error('Jobs or queries of the last test still run');
    await db.execute(sql`DELETE FROM jobs.job`);
    await db.execute(sql`SELECT saved.restore()`);
  };
  await restoreTables().catch((error) => {
    // A request that the page sent as it was closed: PostgreSQL ends one of the two.
    if (error.cause?.code !== deadlock) throw error;
    return restoreTables();
  });
  // Nothing else removes what was deleted: autovacuum is off. After a hundred files queries would take ten times as long.
  await db.execute(sql`VACUUM`);
  await services.pageInvalidation.waitForReplicas();
  for (const folder of ['files', 'outbox']) {
    const path = join(dataDir, folder);
    const entries = await readdir(path).catch(() => []);
    await Promise.all(entries.map((entry) => rm(join(path, entry), { recursive: true, force: true })));
  }
}

/** Runs `act` while a table is renamed, so that every query of it fails. Renames it back for the other tests. */
export async function withoutTable({ db }: TestSite, table: string, act: () => Promise<void>): Promise<void> {
  await db.execute(`ALTER TABLE ${table} RENAME TO ${table}_renamed`);
  try {
    await act();
  } finally {
    await db.execute(`ALTER TABLE ${table}_renamed RENAME TO ${table}`);
  }
}
