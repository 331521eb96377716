import type { Job } from '#src/platform/jobs/jobs.ts';
import { settlePromises } from './promises.service.ts';

/** Lengthens running plans when the weekly newspaper is late. */
export const watchPromises: Job<object> = {
  name: 'epaper.promises',
  title: 'jobs.watchPromises',
  cron: '*/10 * * * *',
  run: settlePromises,
};
