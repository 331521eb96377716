import type { Context } from '#src/platform/context.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { trashDays } from '../stories.contract.ts';
import { sendPublication } from './publication.service.ts';
import { deleteRevisionsOfDrafts } from './revisions.queries.ts';
import { recordChange, recordStateBefore, recordStoryEvents } from './revisions.service.ts';
import { shareFolder } from './share-folders.service.ts';
import { listStoriesById, lockDue, publishStories, purgeDeletedBefore } from './stories.queries.ts';
import { syncMediaOf } from './story-media.service.ts';

/** Publishes stories that are due. Queued for each scheduled time; also runs every minute to catch missed ones. */
export const publishDueStories: Job<object> = {
  name: 'news.publish-due',
  title: 'jobs.publishDueStories',
  cron: '* * * * *',
  lateSeconds: 1,
  async run(ctx) {
    const ids = await ctx.db.transaction(async (tx) => {
      const ids = await lockDue(tx, ctx.now());
      if (ids.length === 0) return ids;
      const before = await listStoriesById(tx, ids);
      await recordStateBefore(tx, ids);
      await publishStories(tx, ids, ctx.now());
      await recordChange(bySystem(ctx), tx, ids, before);
      await sendPublication(ctx, tx, ids);
      await syncMediaOf(
        ctx,
        tx,
        before.map(({ story }) => story),
      );
      return ids;
    });
    if (ids.length) ctx.log.info({ stories: ids }, 'scheduled stories published');
  },
};

/** Permanently deletes stories that have been in the trash for 30 days. */
export const purgeTrash: Job<object> = {
  name: 'news.purge-trash',
  title: 'jobs.purgeTrash',
  cron: '30 21 * * *', // 3:00 in India
  async run(ctx) {
    const before = addDays(ctx.now(), -trashDays);
    // The deletion commits after the files are removed: a retry after a failure still finds the rows.
    await ctx.db.transaction(async (tx) => {
      const purged = await purgeDeletedBefore(tx, before);
      const ids = purged.map(({ id }) => id);
      await recordStoryEvents(bySystem(ctx), tx, 'purged', purged);
      await deleteRevisionsOfDrafts(tx, ids);
      for (const id of ids) await ctx.files.removeAll(shareFolder(id));
    });
  },
};

const bySystem = ({ now }: Pick<Context, 'now'>) => ({ actor: { role: 'visitor' } as const, now });
