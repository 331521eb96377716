// The audit log has an event for each backup, and for each that has failed, so that every node can read them.
import { and, desc, gt, sql } from 'drizzle-orm';
import { auditLog, backupEvents } from '../audit/audit.tables.ts';
import { recordAuditEvent } from '../audit/audit.ts';
import { type Db, openDatabase } from '../database/db.ts';

const { made, failed } = backupEvents;

interface BackupEvent {
  action: string;
  subject: string;
  details: Record<string, string>;
}

async function record(databaseUrl: string, event: BackupEvent) {
  const { db, close } = openDatabase(databaseUrl, () => undefined);
  const system = { actor: { role: 'visitor' }, now: () => new Date() } as const;
  try {
    await recordAuditEvent(system, db, event);
  } finally {
    await close();
  }
}

/** `place` is the store as the operator wrote it; such an address holds no secret. `missing` counts lost files. */
export const recordBackup = (databaseUrl: string, id: string, place: string, missing = 0): Promise<void> =>
  record(databaseUrl, {
    action: made,
    subject: `backup ${id}`,
    details: { place, ...(missing > 0 && { missing: String(missing) }) },
  });

/** The event of the audit log; `reason` is for the operator, without secrets. */
export const failedBackup = (place: string, reason: string): BackupEvent => ({
  action: failed,
  subject: 'backup',
  details: { place, reason },
});

export const recordFailedBackup = (databaseUrl: string, place: string, reason: string): Promise<void> =>
  record(databaseUrl, failedBackup(place, reason));

export interface LastBackup {
  id: number;
  at: Date;
  place: string;
  /** Files that rows refer to and that the storage did not have. */
  missing: number;
}

/** The last backup; undefined if there was none. */
export async function findLastBackup(db: Db): Promise<LastBackup | undefined> {
  const [last] = await findNewest(db, made);
  if (!last) return undefined;
  const { place, missing = 0 } = last.details;
  return { id: last.id, at: last.at, place: String(place), missing: Number(missing) };
}

/** The last backup, and why the last attempt after it has failed, if there was one. */
export async function findBackups(db: Db) {
  const last = await findLastBackup(db);
  const [failure] = await findNewest(db, failed, last?.id);
  const failedSince = failure && { place: String(failure.details.place), reason: String(failure.details.reason) };
  return { last, failedSince };
}

/** The newest event of an action after that with an id; read from an index of these events only. */
export const findNewest = (db: Db, action: typeof made | typeof failed, after = 0) =>
  db
    .select({ id: auditLog.id, at: auditLog.at, details: auditLog.details })
    .from(auditLog)
    // Not a parameter: a generic plan could not use the partial index.
    .where(and(sql`${auditLog.action} = ${sql.raw(`'${action}'`)}`, gt(auditLog.id, after)))
    .orderBy(desc(auditLog.id))
    .limit(1);
