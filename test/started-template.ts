import type { Pool } from 'pg';
import type { Site } from '#src/site/site.ts';
import { template } from './setup/postgres.ts';

const started = 'template_started';
const lock = 1_314_346_329; // advisory lock during creation; any number that the site does not use

/**
 * The database that test sites are copied from, with everything that a site's first start creates (job queues,
 * categories, the first admin). Created once per PostgreSQL, by starting the site on a copy of the empty template.
 */
export async function startedTemplate(admin: Pool, start: (database: string) => Promise<Site>): Promise<string> {
  const client = await admin.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lock]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [started]);
    if (rowCount) return started;
    const unfinished = `${started}_unfinished`; // renamed on success, so a failed start leaves no template
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${unfinished} TEMPLATE ${template}`);
    const site = await start(unfinished);
    await site.services.db.execute('DELETE FROM jobs.job'); // else scheduled jobs would run in every copy
    await site.close();
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${started}`);
    return started;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [lock]);
    client.release();
  }
}
