import type { Job } from '#src/platform/jobs/jobs.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { deleteLinksEndedBefore, eraseTokensEndedBefore } from './links.queries.ts';

/** How long the record of a mailed link and its use is stored: the DPDP Rules require a year of logs. */
export const linkLogDays = 365;

/** How long a used or expired link is still recognised, so that its page can show what happened to it. */
export const tokenDays = 30;

/** Deletes mailed links `linkLogDays` after their end, and the hashes of their tokens after `tokenDays`. */
export const purgeLinks: Job<object> = {
  name: 'accounts.purge-links',
  title: 'jobs.purgeLinks',
  cron: '5 22 * * *', // 3:35 in India
  async run({ db, now }) {
    const daysAgo = (days: number) => addDays(now(), -days);
    await deleteLinksEndedBefore(db, daysAgo(linkLogDays));
    await eraseTokensEndedBefore(db, daysAgo(tokenDays));
  },
};
