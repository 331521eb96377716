import { addDays } from '#src/rules/calendar.rules.ts';
import type { Job } from '../jobs/jobs.ts';
import { changesDays, deleteChangesBefore } from './changes.queries.ts';

/** Deletes old changes. */
export const purgeChanges: Job<object> = {
  name: 'platform.purge-changes',
  title: 'jobs.purgeChanges',
  cron: '35 * * * *',
  run: async ({ db, now }) => void (await deleteChangesBefore(db, addDays(now(), -changesDays))),
};
