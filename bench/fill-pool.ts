import { Pool } from 'pg';
import { siteRole, user } from '../src/platform/postgres/connection.ts';
import { runningPostgres } from '../src/platform/postgres/server.ts';

/** Connections of the superuser to the database of a site that runs, to fill it without its triggers. */
export async function openFillPool(dataDir: string): Promise<Pool> {
  const url = await runningPostgres(dataDir);
  if (!url) throw new Error(`No PostgreSQL runs in ${dataDir}`);
  return new Pool({ connectionString: url.replace(`//${siteRole}@`, `//${user}@`) });
}
