import { addDays } from '#src/rules/calendar.rules.ts';
import type { Job } from '../jobs.ts';
import { deleteChangesBefore } from './changes.queries.ts';

/** How long changes are kept for nodes that could not receive them. */
export const changesDays = 1;

/** Deletes old changes. */
export const purgeChanges: Job<object> = {
  name: 'platform.purge-changes',
  cron: '35 * * * *',
  run: async ({ db, now }) => void (await deleteChangesBefore(db, addDays(now(), -changesDays))),
};
