import type { Job } from '#src/platform/jobs/jobs.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { endedDays, nextDue, unconfirmedDays } from '../newsletters.rules.ts';
import { composedBefore } from '../newsletters.settings.ts';
import { deleteOldCopies, storeCounts } from './copies.queries.ts';
import { listDueDrafts, listNewsletters } from './issues.queries.ts';
import { composeIssue, sendDue } from './issues.service.ts';
import { sendCopies } from './sending.service.ts';
import { deleteOldSubscriptions } from './subscriptions.queries.ts';

/** Days for which it is stored who has got which issue. */
const copiesDays = 90;

/** Days after which nothing is sent of an issue that has ended. */
const lastCopiesDays = 1 / 24;

/** Sends copies of an issue; each run goes on where the last one ended. */
export const sendIssue: Job<{ issueId: number }> = {
  name: 'newsletters.send',
  title: 'jobs.sendNewsletter',
  retries: 20,
  lateSeconds: 5,
  async run(ctx, { issueId }) {
    const delaySeconds = await sendCopies(ctx, issueId);
    if (delaySeconds !== undefined) await ctx.jobs.send(sendIssue, { issueId }, { delaySeconds });
  },
};

/** Composes issues some time before they are due, and begins to send those that are. */
export const publishNewsletters: Job<object> = {
  name: 'newsletters.publish',
  title: 'jobs.publishNewsletters',
  cron: '* * * * *',
  async run(ctx) {
    const aheadMs = ctx.settings.get(composedBefore) * 60_000;
    for (const newsletter of await listNewsletters(ctx.db, true)) {
      const next = nextDue(newsletter, ctx.now());
      if (next.due.getTime() - aheadMs <= ctx.now().getTime()) await composeIssue(ctx, newsletter, next);
    }
    for (const { id: issueId } of await listDueDrafts(ctx.db, ctx.now()))
      await sendDue(ctx, issueId, (within) => ctx.jobs.send(sendIssue, { issueId }, { within }));
  },
};

/** Stores how many copies there were, and deletes who has got which, and subscriptions that have ended or never begun. */
export const purgeNewsletters: Job<object> = {
  name: 'newsletters.purge',
  title: 'jobs.purgeNewsletters',
  cron: '35 22 * * *', // 4:05 in India
  async run({ db, now }) {
    const before = (days: number) => addDays(now(), -days);
    await storeCounts(db, before(lastCopiesDays));
    await deleteOldSubscriptions(db, { unconfirmed: before(unconfirmedDays), ended: before(endedDays) });
    await deleteOldCopies(db, before(copiesDays));
  },
};
