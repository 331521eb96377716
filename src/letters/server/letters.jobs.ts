import type { Job } from '#src/platform/jobs/jobs.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { keptDays } from '../letters.rules.ts';
import { deleteClosedBefore, eraseAddressesBefore } from './letters.queries.ts';

/** Deletes letters that were declined or never confirmed, and the addresses of the writers of published ones. */
export const purgeLetters: Job<object> = {
  name: 'letters.purge',
  title: 'jobs.purgeLetters',
  cron: '20 22 * * *', // 3:50 in India
  async run({ db, now, log }) {
    const instant = addDays(now(), -keptDays);
    await eraseAddressesBefore(db, instant);
    const count = await deleteClosedBefore(db, instant);
    if (count) log.info({ count }, 'old letters deleted');
  },
};
