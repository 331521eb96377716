import type { Job } from '#src/platform/jobs/jobs.ts';
import { settleDueEditions } from './due-editions.service.ts';

/** Lengthens running plans when the weekly newspaper is late. */
export const watchDueEditions: Job<object> = {
  name: 'epaper.promises',
  title: 'jobs.watchPromises',
  cron: '*/10 * * * *',
  run: settleDueEditions,
};
