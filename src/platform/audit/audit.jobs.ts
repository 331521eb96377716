import type { Job } from '../jobs/jobs.ts';
import { auditLogYears } from './audit.settings.ts';
import { purgeAuditLog } from './purge.ts';

/** Deletes the months of the audit log that the setting leaves out. */
export const arrangeAuditLog: Job<object> = {
  name: 'platform.arrange-audit-log',
  title: 'jobs.arrangeAuditLog',
  cron: '10 22 * * *', // 3:40 in India
  async run({ db, settings, now, log, job }) {
    const years = settings.get(auditLogYears);
    if (years === 0) return;
    const today = now();
    const before = new Date(Date.UTC(today.getUTCFullYear() - years, today.getUTCMonth()));
    const events = await purgeAuditLog(db, before, today, job?.signal);
    if (events > 0) log.info({ events, before }, 'months of the audit log deleted');
  },
};
