// The role that the site connects as. It owns the site's database and nothing else: unlike the superuser, it can neither run
// programs nor read files of the machine, so that an SQL injection could not either.
import { Client } from 'pg';
import { siteRole, urlAt, user } from './connection.ts';

/** Creates the role and the database, as the superuser, and transfers to the role what former versions have created. */
export async function ensureSiteRole(superuser: Client, socketDir: string): Promise<void> {
  const { rows } = await superuser.query<{ role: boolean; database: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
      EXISTS (SELECT FROM pg_database WHERE datname = $2) AS database`,
    [siteRole, user],
  );
  if (!rows[0]?.role) await superuser.query(`CREATE ROLE ${siteRole} LOGIN`);
  if (!rows[0]?.database) await superuser.query(`CREATE DATABASE ${user} OWNER ${siteRole}`);
  else await superuser.query(`ALTER DATABASE ${user} OWNER TO ${siteRole}`);
  const inDatabase = new Client({ connectionString: urlAt(socketDir, user) });
  await inDatabase.connect();
  try {
    const { rows } = await inDatabase.query<{ statement: string }>(transfers);
    if (rows.length) await inDatabase.query(rows.map(({ statement }) => statement).join(';\n'));
  } finally {
    await inDatabase.end();
  }
}

const isOurs = (namespace: string) =>
  `${namespace} IN (SELECT oid FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema')`;
const isPartOf = (catalog: string, kinds: string) =>
  `EXISTS (SELECT FROM pg_depend WHERE classid = '${catalog}'::regclass AND objid = ${catalog}.oid AND deptype IN (${kinds}))`;

// REASSIGN OWNED refuses the first superuser. Objects of extensions stay his; sequences of columns follow their tables.
const transfers = `
  SELECT format('ALTER SCHEMA %I OWNER TO ${siteRole}', nspname) AS statement FROM pg_namespace
    WHERE nspowner = current_user::regrole AND ${isOurs('oid')}
  UNION ALL SELECT format('ALTER TABLE %s OWNER TO ${siteRole}', oid::regclass) FROM pg_class
    WHERE relowner = current_user::regrole AND relkind IN ('r', 'p', 'v', 'm', 'S') AND ${isOurs('relnamespace')}
      AND NOT ${isPartOf('pg_class', "'e'")} AND NOT (relkind = 'S' AND ${isPartOf('pg_class', "'a', 'i'")})
  UNION ALL SELECT format('ALTER ROUTINE %s OWNER TO ${siteRole}', oid::regprocedure) FROM pg_proc
    WHERE proowner = current_user::regrole AND ${isOurs('pronamespace')} AND NOT ${isPartOf('pg_proc', "'e'")}
  UNION ALL SELECT format('ALTER TYPE %s OWNER TO ${siteRole}', oid::regtype) FROM pg_type
    WHERE typowner = current_user::regrole AND typtype IN ('e', 'd') AND ${isOurs('typnamespace')}
      AND NOT ${isPartOf('pg_type', "'e'")}`;
