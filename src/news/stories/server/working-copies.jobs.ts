import type { Job } from '#src/platform/jobs/jobs.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { workingCopyDays } from '../news.settings.ts';
import { deleteWorkingCopiesBefore } from './working-copies.queries.ts';

/** Deletes working copies that were last changed more than `workingCopyDays` ago; `sweepPictures` then their pictures. */
export const purgeWorkingCopies: Job<object> = {
  name: 'news.purge-working-copies',
  title: 'jobs.purgeWorkingCopies',
  cron: '15 22 * * *', // 3:45 in India
  async run(ctx) {
    const days = ctx.settings.get(workingCopyDays);
    const count = await deleteWorkingCopiesBefore(ctx.db, addDays(ctx.now(), -days));
    if (count) ctx.log.info({ count }, 'old working copies deleted');
  },
};
