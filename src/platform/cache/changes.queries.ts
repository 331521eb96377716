import { and, gte, lt, notLike, sql } from 'drizzle-orm';
import type { QueryConfig } from 'pg';
import { isDatabaseAway } from '../database/database-away.ts';
import type { Db } from '../database/db.ts';
import { changes } from './changes.tables.ts';

/** How long changes are stored for nodes that could not receive them. */
export const changesDays = 1;

/**
 * Identifies the server with its history: another one, or one that was set back to a backup, has other transactions.
 * Undefined where the database does not reveal it, as some hosted ones.
 */
export async function findCluster(db: Db): Promise<string | undefined> {
  const { rows } = await db
    .execute<{ id: string }>(sql`
      SELECT system_identifier || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) AS id FROM pg_control_system()`)
    .catch((error) => {
      if (isDatabaseAway(error)) throw error;
      return { rows: [] };
    });
  return rows[0]?.id;
}

/** A row that can be read on a replica once that has replayed all commits before it. */
export interface Marker {
  transaction: string;
  message: string;
}

const markerPrefix = 'marker ';

/** Writes a marker with a random id, so that a replica of another history never has it. */
export async function insertMarker(db: Db, id: string): Promise<Marker> {
  const [marker] = await db
    .insert(changes)
    .values({ message: markerPrefix + id })
    .returning({ transaction: changes.transaction, message: changes.message });
  return marker as Marker; // the row that was inserted
}

/** Returns a row if the marker can be read. */
export const markerQuery = ({ transaction, message }: Marker): QueryConfig => ({
  text: 'SELECT FROM changes WHERE transaction = $1 AND message = $2',
  values: [transaction, message],
});

// A write of a million rows in a gap would take more memory than the process may have.
const maxMissed = 20_000;

/**
 * The messages of transactions from `since` on; undefined if the database has not come that far, or if there are more than
 * a node reads.
 */
export async function listChangesSince(db: Db, since: string): Promise<string[] | undefined> {
  const { rows: state } = await db.execute<{ known: boolean }>(
    sql`SELECT pg_snapshot_xmax(pg_current_snapshot()) >= ${since}::xid8 AS known`,
  );
  if (!state[0]?.known) return undefined;
  const rows = await db
    .select({ message: changes.message })
    .from(changes)
    .where(and(gte(changes.transaction, sql`${since}::xid8`), notLike(changes.message, `${markerPrefix}%`)))
    .limit(maxMissed + 1);
  if (rows.length > maxMissed) return undefined;
  return rows.map(({ message }) => message);
}

/** Deletes the changes before a date. */
export const deleteChangesBefore = (db: Db, date: Date) => db.delete(changes).where(lt(changes.at, date));
