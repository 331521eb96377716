import type { Job } from '#src/platform/jobs/jobs.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { enquiryDays } from '../enquiries.settings.ts';
import { deleteEnquiriesBefore } from './enquiries.queries.ts';

/** Deletes enquiries that were answered or closed more than `enquiryDays` ago. */
export const purgeEnquiries: Job<object> = {
  name: 'pages.purge-enquiries',
  title: 'jobs.purgeEnquiries',
  cron: '10 22 * * *', // 3:40 in India
  async run(ctx) {
    const days = ctx.settings.get(enquiryDays);
    const count = await deleteEnquiriesBefore(ctx.db, addDays(ctx.now(), -days));
    if (count) ctx.log.info({ count }, 'old enquiries deleted');
  },
};
