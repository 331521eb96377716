import { processEach } from '#src/platform/jobs/job-runs.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { syncFileVisibility } from './media-file-storage.service.ts';
import { listWithheldFiles } from './media-files.queries.ts';

const batchSize = 500;

/** Withholds files that no public story shows, if a failure has left them public. */
export const withholdMediaFiles: Job<{ after?: number }> = {
  name: 'news.withhold-media-files',
  title: 'jobs.withholdMediaFiles',
  cron: '55 21 * * *', // 3:25 in India
  async run(ctx, { after = 0 }) {
    const batch = await listWithheldFiles(ctx.db, after, batchSize);
    await processEach(ctx, batch, ({ id }) => ctx.db.transaction((tx) => syncFileVisibility(ctx, tx, [id])));
    const last = batch.at(-1);
    if (last && batch.length === batchSize) await ctx.jobs.send(withholdMediaFiles, { after: last.id });
  },
};
