import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateDatabase, openDatabase } from '#src/platform/database/db.ts';
import { openJobs } from '#src/platform/jobs/jobs.ts';
import { siteRole } from '#src/platform/postgres/connection.ts';
import { startPostgres } from '#src/platform/postgres/server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string with the placeholder DATABASE for the database's name. */
    postgres: string;
  }
}

/** The name of the migrated, empty database that every test file copies. */
export const template = 'template_site';

/** One PostgreSQL for all tests of the run, with a template database that is migrated once. */
export async function startTestPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'news-wing-test-'));
  process.env.TEST_FOLDER = folder; // for sites that end with the process of a test
  const postgres = await startPostgres(folder, { durable: false });
  // Sites under test have the rights of the site's role. Tests also create their databases, and empty tables without triggers.
  const superuser = openDatabase(postgres.urlOf('postgres'), () => undefined);
  await superuser.pool.query(`ALTER ROLE ${siteRole} CREATEDB`);
  await superuser.pool.query(`GRANT SET ON PARAMETER session_replication_role TO ${siteRole}`);
  await superuser.pool.query(`CREATE DATABASE ${template} OWNER ${siteRole}`);
  await superuser.close();
  const urlOf = (name: string) => postgres.url.replace(/[^/]*$/, name);
  const database = openDatabase(urlOf(template), () => undefined);
  // The start of a site adds the `visibleRows` and the jobs of its slices: loading all slices takes seconds.
  await migrateDatabase(database, join(import.meta.dirname, '../../db/migrations'), []);
  await database.close();
  const jobs = await openJobs(urlOf(template), [], () => undefined);
  await jobs.stop();
  return {
    url: urlOf('DATABASE'),
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true });
    },
  };
}

export default async function setup(project: TestProject) {
  const { url, stop } = await startTestPostgres();
  project.provide('postgres', url);
  return stop;
}
