import type { Job } from '#src/platform/jobs/jobs.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { grievanceDays } from '../grievances.settings.ts';
import { redactGrievancesBefore } from './grievances.queries.ts';

/** Redacts complainant and text some time after the decision; number, topic and dates stay. */
export const redactGrievances: Job<object> = {
  name: 'pages.empty-grievances',
  title: 'jobs.redactGrievances',
  cron: '20 22 * * *', // 3:50 in India
  async run(ctx) {
    const days = ctx.settings.get(grievanceDays);
    const count = await redactGrievancesBefore(ctx.db, addDays(ctx.now(), -days));
    if (count) ctx.log.info({ count }, 'old grievances redacted');
  },
};
