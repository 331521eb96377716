import type { Job } from '#src/platform/jobs.ts';
import { deleteLinksEndedBefore, eraseTokensEndedBefore } from './links.queries.ts';

const dayMs = 86_400_000;

/** How long it stays known that a link was mailed and when it was used: the DPDP Rules ask for a year of logs. */
export const linkLogDays = 365;

/** How long a link that has ended is still recognised, so that its page can say what became of it. */
export const tokenDays = 30;

/** Deletes mailed links long after their end, and the hashes of their tokens before that. */
export const purgeLinks: Job<object> = {
  name: 'accounts.purge-links',
  cron: '5 22 * * *', // 3:35 in India
  async run({ db, now }) {
    const before = (days: number) => new Date(now().getTime() - days * dayMs);
    await deleteLinksEndedBefore(db, before(linkLogDays));
    await eraseTokensEndedBefore(db, before(tokenDays));
  },
};
