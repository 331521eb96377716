import { arrangeAuditLog } from './audit/audit.jobs.ts';
import { purgeChanges } from './cache/changes.jobs.ts';
import { sweepOrphanedFiles } from './files/orphaned-files.jobs.ts';
import { purgeLimits } from './limits/limits.jobs.ts';
import { deliverMail, purgeOutbox } from './mail/mail.ts';
import type { Slice } from './slice.ts';

export const platform: Slice = {
  jobs: [deliverMail, purgeOutbox, sweepOrphanedFiles, purgeChanges, purgeLimits, arrangeAuditLog],
};
