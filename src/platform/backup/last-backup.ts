// The audit log has an event for each backup, so that the health check knows the last one, on every node.
import { desc, eq } from 'drizzle-orm';
import { auditLog } from '../audit.tables.ts';
import { recordAuditEvent } from '../audit.ts';
import { type Db, openDatabase } from '../db.ts';

const action = 'backup.made';

/** `place` is the store as the operator wrote it; such an address holds no secret. */
export async function recordBackup(databaseUrl: string, id: string, place: string): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, () => undefined);
  const system = { actor: { role: 'visitor' }, now: () => new Date() } as const;
  try {
    await recordAuditEvent(system, db, { action, subject: `backup ${id}`, details: { place } });
  } finally {
    await close();
  }
}

export async function findLastBackup(db: Db): Promise<{ at: Date; place: string } | undefined> {
  const [last] = await db
    .select({ at: auditLog.at, details: auditLog.details })
    .from(auditLog)
    .where(eq(auditLog.action, action))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return last && { at: last.at, place: String(last.details.place) };
}
