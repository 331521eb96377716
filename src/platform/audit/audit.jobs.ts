import type { Job } from '../jobs/jobs.ts';
import { auditLogYears } from './audit.settings.ts';
import { addAuditMonths, dropAuditMonths } from './audit-months.ts';

// It tries again in the next night, and there are partitions for months: no reason to hold others up for long.
const locks = { attempts: 30 };

/** Adds the partitions of the coming months to the audit log, and deletes the months that the setting leaves out. */
export const arrangeAuditLog: Job<object> = {
  name: 'platform.arrange-audit-log',
  title: 'jobs.arrangeAuditLog',
  cron: '10 22 * * *', // 3:40 in India
  async run({ db, settings, now, log }) {
    const today = now();
    await addAuditMonths(db, today, locks);
    const years = settings.get(auditLogYears);
    if (years === 0) return;
    const before = new Date(today);
    before.setUTCFullYear(before.getUTCFullYear() - years);
    const dropped = await dropAuditMonths(db, before, today, locks);
    if (dropped.length) log.info({ partitions: dropped }, 'months of the audit log deleted');
  },
};
