import { notifyFollowers } from '#src/news/stories/server/publication.service.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { copiesDays } from '../push.rules.ts';
import { deleteOldCopies, deleteOldMessages } from './messages.queries.ts';
import { notifyOfStory } from './messages.service.ts';
import { sendCopies } from './sending.service.ts';

/** Sends the copies of a message; each run goes on where the last one ended. */
export const sendPush: Job<{ messageId: number }> = {
  name: 'push.send',
  title: 'jobs.sendPush',
  retries: 20,
  lateSeconds: 5,
  async run(ctx, { messageId }) {
    const after = await sendCopies(ctx, messageId);
    if (after) await ctx.jobs.send(sendPush, { messageId }, { after });
  },
};

/** Notifies the devices that follow published stories. */
export const publishPush: Job<{ stories: number[] }> = {
  ...notifyFollowers,
  title: 'jobs.publishPush',
  async run(ctx, { stories }) {
    for (const storyId of stories)
      await notifyOfStory(ctx, storyId, (messageId, within) => ctx.jobs.send(sendPush, { messageId }, { within }));
  },
};

/** Deletes what each device has got, after some days. */
export const purgePush: Job<object> = {
  name: 'push.purge',
  title: 'jobs.purgePush',
  cron: '40 22 * * *', // 4:10 in India
  async run({ db, now }) {
    const before = addDays(now(), -copiesDays);
    await db.transaction(async (tx) => {
      await deleteOldCopies(tx, before);
      await deleteOldMessages(tx, before);
    });
  },
};
