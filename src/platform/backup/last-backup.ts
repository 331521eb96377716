// The audit log has an event for each backup, and for each that has failed, so that every node knows of them.
import { and, asc, desc, eq, gt } from 'drizzle-orm';
import { auditLog } from '../audit.tables.ts';
import { recordAuditEvent } from '../audit.ts';
import { type Db, openDatabase } from '../db.ts';

const made = 'backup.made';
const failed = 'backup.failed';

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

/** `place` is the store as the operator wrote it; such an address holds no secret. */
export const recordBackup = (databaseUrl: string, id: string, place: string): Promise<void> =>
  record(databaseUrl, { action: made, subject: `backup ${id}`, details: { place } });

/** The event of the audit log; `reason` is for the operator, without secrets. */
export const failedBackup = (place: string, reason: string): BackupEvent => ({
  action: failed,
  subject: 'backup',
  details: { place, reason },
});

export const recordFailedBackup = (databaseUrl: string, place: string, reason: string): Promise<void> =>
  record(databaseUrl, failedBackup(place, reason));

/** The last backup; undefined if there was none. */
export async function findLastBackup(db: Db): Promise<{ id: number; at: Date; place: string } | undefined> {
  const [last] = await db
    .select({ id: auditLog.id, at: auditLog.at, details: auditLog.details })
    .from(auditLog)
    .where(eq(auditLog.action, made))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return last && { id: last.id, at: last.at, place: String(last.details.place) };
}

/** Why the last attempt has failed; undefined if no backup has failed since the last that was made. */
export async function findFailedBackup(db: Db): Promise<{ at: Date; place: string; reason: string } | undefined> {
  const { id = 0 } = (await findLastBackup(db)) ?? {};
  const [last] = await db
    .select({ at: auditLog.at, details: auditLog.details })
    .from(auditLog)
    .where(and(eq(auditLog.action, failed), gt(auditLog.id, id)))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return last && { at: last.at, place: String(last.details.place), reason: String(last.details.reason) };
}

/** Since when there could have been backups: the first event of the audit log. */
export async function findFirstEvent(db: Db): Promise<Date | undefined> {
  const [first] = await db.select({ at: auditLog.at }).from(auditLog).orderBy(asc(auditLog.id)).limit(1);
  return first?.at;
}
