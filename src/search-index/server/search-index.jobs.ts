import type { Job } from '#src/platform/jobs/jobs.ts';
import { recountTerms } from './search-index.queries.ts';

/** Recounts the terms of the index, so that suggestions are sorted by frequency, and deletes unused ones. */
export const countTerms: Job<object> = {
  name: 'search.count-terms',
  title: 'jobs.countTerms',
  cron: '20 22 * * *', // 3:50 in India
  run: (ctx) => ctx.db.transaction((tx) => recountTerms(tx)),
};
