import type { Job } from '#src/platform/jobs/jobs.ts';
import { deleteEndedPlaces } from './front-places.queries.ts';

/** Ends places on the front. Queued for each end; also runs every minute, for stories that are no longer public. */
export const endPlaces: Job<object> = {
  name: 'news.end-places',
  title: 'jobs.endPlaces',
  cron: '* * * * *',
  lateSeconds: 1,
  async run({ db, now, log }) {
    const ids = await deleteEndedPlaces(db, now());
    if (ids.length) log.info({ stories: ids }, 'places on the front ended');
  },
};
