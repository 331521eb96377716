// A restore takes several transactions. Until the last one a schema marks the database, so that no site starts on half
// of a backup, and so that the same restore can be run again after a failure.
import type { ClientBase, Pool } from 'pg';

type Queryable = Pick<ClientBase | Pool, 'query'>;

/** How far a restore has come. */
export interface UnfinishedRestore {
  /** The backup's id. */
  backup: string;
  /** Whether the rows have been loaded. */
  loaded: boolean;
}

export async function findUnfinishedRestore(client: Queryable): Promise<UnfinishedRestore | undefined> {
  const { rows: found } = await client.query("SELECT to_regclass('news_wing_restore.progress') IS NOT NULL AS marked");
  if (!found[0].marked) return undefined;
  const { rows } = await client.query('SELECT backup, loaded FROM news_wing_restore.progress');
  return rows[0];
}

/** Throws if a restore into the database has begun and not ended. */
export async function requireNoUnfinishedRestore(client: Queryable): Promise<void> {
  const unfinished = await findUnfinishedRestore(client);
  if (unfinished)
    throw new Error(`The restore of backup ${unfinished.backup} into this database has not finished: run it again.`);
}

export async function markUnfinished(client: ClientBase, backup: string): Promise<void> {
  await client.query('BEGIN; CREATE SCHEMA news_wing_restore');
  await client.query('CREATE TABLE news_wing_restore.progress (backup text NOT NULL, loaded boolean NOT NULL)');
  await client.query('INSERT INTO news_wing_restore.progress VALUES ($1, false)', [backup]);
  await client.query('COMMIT');
}

/** Part of the transaction that loads the rows. */
export const markLoaded = (client: ClientBase) => client.query('UPDATE news_wing_restore.progress SET loaded = true');

export const markFinished = (client: ClientBase) => client.query('DROP SCHEMA news_wing_restore CASCADE');
