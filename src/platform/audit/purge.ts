import { sql } from 'drizzle-orm';
import type { Db } from '../database/db.ts';
import { auditLog } from './audit.tables.ts';
import { recordAuditEvent } from './audit.ts';

// A transaction of some 100 ms, during which others write to the log.
const batch = 10_000;

/** Deletes the events before an instant, at least a year ago, and records that. Returns how many. */
export async function purgeAuditLog(db: Db, before: Date, now: Date, signal?: AbortSignal): Promise<number> {
  const system = { actor: { role: 'visitor' }, now: () => now } as const;
  const details = { before: before.toISOString() };
  let deleted = 0;
  for (let count = batch; count === batch; deleted += count) {
    signal?.throwIfAborted();
    count = await db.transaction(async (tx) => {
      await tx.execute(`SET LOCAL news_wing.purges_audit_log = 'on'`); // read by the trigger that refuses to delete
      const { rowCount } = await tx.execute(sql`DELETE FROM ${auditLog} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${auditLog} WHERE ${auditLog.at} < ${details.before} LIMIT ${batch}))`);
      if (rowCount && deleted === 0)
        await recordAuditEvent(system, tx, { action: 'audit_log.shortened', subject: 'audit log', details });
      return rowCount ?? 0;
    });
  }
  return deleted;
}
