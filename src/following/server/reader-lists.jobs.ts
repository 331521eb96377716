import type { Job } from '#src/platform/jobs/jobs.ts';
import { removalsKeptMs } from '../reader-lists.rules.ts';
import { deleteRemovals } from './reader-lists.queries.ts';

/** Deletes the notes that something is no longer followed or saved, once every device has had time to synchronize. */
export const purgeRemovals: Job<object> = {
  name: 'following.purge',
  title: 'jobs.purgeRemovals',
  cron: '35 22 * * *', // 4:05 in India
  async run({ db, now }) {
    await deleteRemovals(db, new Date(now().getTime() - removalsKeptMs));
  },
};
