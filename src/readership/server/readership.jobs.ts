import type { Job } from '#src/platform/jobs/jobs.ts';
import { addDays, isoDate, startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import { readsDays } from '../readership.settings.ts';
import { searchesDays } from '../searches.rules.ts';
import { findCitations } from './citations.service.ts';
import { deleteEssayReadsBefore } from './essay-reads.queries.ts';
import { rankMostRead } from './most-read.service.ts';
import { deleteReadsBefore } from './reads.queries.ts';
import { deleteSearchesBefore } from './searches.queries.ts';

/** Updates the lists of the most read stories. */
export const rankReads: Job<object> = {
  name: 'readership.rank',
  title: 'jobs.rankReads',
  cron: '*/10 * * * *',
  run: rankMostRead,
};

/** Deletes the statistics of days before those that the setting keeps, and searches without results after 90 days. */
export const purgeReads: Job<object> = {
  name: 'readership.purge',
  title: 'jobs.purgeReads',
  cron: '25 22 * * *', // 3:55 in India
  async run({ db, now, settings }) {
    const day = isoDate(addDays(now(), -settings.get(readsDays)));
    await deleteReadsBefore(db, day, startOfDayInIndia(day));
    await deleteEssayReadsBefore(db, day);
    await deleteSearchesBefore(db, isoDate(addDays(now(), -searchesDays)));
  },
};

/** Finds which stories and essays link to which others. */
export const updateCitations: Job<object> = {
  name: 'readership.citations',
  title: 'jobs.updateCitations',
  cron: '55 22 * * *', // 4:25 in India
  run: findCitations,
};
