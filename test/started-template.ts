import type { Pool } from 'pg';
import type { Site } from '#src/site.ts';
import { template } from './setup/postgres.ts';

const started = 'template_started';
const lock = 1_314_346_329; // held while the template is made; any number that the site does not use

/**
 * The database that sites of tests are copied from: what a site's first start has to create (job queues, categories, the
 * first admin) exists in it. Made once per PostgreSQL, by a start of the site on a copy of the empty template.
 */
export async function startedTemplate(admin: Pool, start: (database: string) => Promise<Site>): Promise<string> {
  const client = await admin.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lock]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [started]);
    if (rowCount) return started;
    const unfinished = `${started}_unfinished`; // a start that fails leaves no template
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${unfinished} TEMPLATE ${template}`);
    const site = await start(unfinished);
    await site.services.db.execute('DELETE FROM jobs.job'); // what its schedules sent meanwhile would run in every copy
    await site.close();
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${started}`);
    return started;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [lock]);
    client.release();
  }
}
