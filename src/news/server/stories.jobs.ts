import type { Job } from '#src/platform/jobs.ts';
import { trashDays } from '../stories.contract.ts';
import { settlePictures } from './picture-files.ts';
import { sendPublication } from './publication.jobs.ts';
import { shareFolder } from './share-picture.ts';
import { publishDue, purgeDeletedBefore } from './stories.queries.ts';

/** Publishes what is due. Sent for each schedule's time, and run every minute for whatever was missed. */
export const publishDueStories: Job<object> = {
  name: 'news.publish-due',
  cron: '* * * * *',
  lateSeconds: 1,
  async run(ctx) {
    const ids = await ctx.db.transaction(async (tx) => {
      const published = await publishDue(tx, ctx.now());
      const ids = published.map(({ id }) => id);
      await sendPublication(ctx, tx, ids);
      await settlePictures(
        ctx,
        tx,
        published.map(({ pictureId }) => pictureId),
      );
      return ids;
    });
    if (ids.length) ctx.log.info({ stories: ids }, 'scheduled stories published');
  },
};

/** Empties the trash of what has lain in it for 30 days. */
export const purgeTrash: Job<object> = {
  name: 'news.purge-trash',
  cron: '30 21 * * *', // 3:00 in India
  async run(ctx) {
    const before = new Date(ctx.now().getTime() - trashDays * 86_400_000);
    // Their rows go last: a run that fails between is repeated and finds them.
    await ctx.db.transaction(async (tx) => {
      for (const id of await purgeDeletedBefore(tx, before)) await ctx.files.removeAll(shareFolder(id));
    });
  },
};
