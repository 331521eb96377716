import type { Job } from '#src/platform/jobs.ts';
import { recountTerms } from './search.queries.ts';

/** Counts the words of the archive, so that suggestions begin with the common ones, and forgets those that are gone. */
export const countTerms: Job<object> = {
  name: 'search.count-terms',
  cron: '20 22 * * *', // 3:50 in India
  run: (ctx) => ctx.db.transaction((tx) => recountTerms(tx)),
};
