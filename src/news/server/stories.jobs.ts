import type { Job } from '#src/platform/jobs.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { trashDays } from '../stories.contract.ts';
import { syncPictureVisibility } from './picture-files.service.ts';
import { sendPublication } from './publication.jobs.ts';
import { shareFolder } from './share-picture.template.ts';
import { publishDue, purgeDeletedBefore } from './stories.queries.ts';

/** Publishes stories that are due. Queued for each scheduled time; also runs every minute to catch missed ones. */
export const publishDueStories: Job<object> = {
  name: 'news.publish-due',
  cron: '* * * * *',
  lateSeconds: 1,
  async run(ctx) {
    const ids = await ctx.db.transaction(async (tx) => {
      const published = await publishDue(tx, ctx.now());
      const ids = published.map(({ id }) => id);
      await sendPublication(ctx, tx, ids);
      await syncPictureVisibility(
        ctx,
        tx,
        published.map(({ pictureId }) => pictureId),
      );
      return ids;
    });
    if (ids.length) ctx.log.info({ stories: ids }, 'scheduled stories published');
  },
};

/** Permanently deletes stories that have been in the trash for 30 days. */
export const purgeTrash: Job<object> = {
  name: 'news.purge-trash',
  cron: '30 21 * * *', // 3:00 in India
  async run(ctx) {
    const before = addDays(ctx.now(), -trashDays);
    // The deletion commits after the files are removed: a retry after a failure still finds the rows.
    await ctx.db.transaction(async (tx) => {
      for (const id of await purgeDeletedBefore(tx, before)) await ctx.files.removeAll(shareFolder(id));
    });
  },
};
