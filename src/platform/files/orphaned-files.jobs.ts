import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, dayMs } from '#src/rules/calendar.rules.ts';
import { areRemovalsDeferred } from '../backup/removals.ts';
import { uploadTempFolder } from '../http/forms.ts';
import type { Job } from '../jobs/jobs.ts';
import { beforeUpgradeFolder } from '../postgres/before-upgrade.ts';
import { workingFolder } from './files.ts';
import { listOrphanedFiles } from './orphaned-files.queries.ts';
import { removeOrphaned } from './orphaned-files.service.ts';

const batchSize = 500;
// Operators who go back to the previous version do so sooner, to lose fewer changes.
const copyDays = 30;

/**
 * Removes files that have been orphaned for a day, which is longer than any request or job takes, and files that a
 * crash has left in this machine's temporary folders, where a bonafide file may be unencrypted. Also the copy of the
 * database from before an upgrade, which still holds what has been deleted since.
 */
export const sweepOrphanedFiles: Job<object> = {
  name: 'platform.sweep-orphaned-files',
  title: 'jobs.sweepOrphanedFiles',
  cron: '45 21 * * *', // 3:15 in India
  async run(ctx) {
    if (await areRemovalsDeferred(ctx.db)) return ctx.jobs.send(sweepOrphanedFiles, {}, { delaySeconds: 3600 });
    const keys = await listOrphanedFiles(ctx.db, addDays(ctx.now(), -1), batchSize);
    await removeOrphaned(ctx, keys);
    if (keys.length) ctx.log.info({ files: keys.length }, 'orphaned files removed');
    if (keys.length === batchSize) await ctx.jobs.send(sweepOrphanedFiles, {});
    const { dataDir } = ctx.config;
    await sweepFolder(beforeUpgradeFolder(dataDir), Date.now() - copyDays * dayMs);
    for (const folder of [uploadTempFolder(dataDir), workingFolder(dataDir)])
      await sweepFolder(folder, Date.now() - dayMs);
  },
};

async function sweepFolder(folder: string, beforeMs: number) {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const left = await stat(path).catch(() => undefined); // another node may have removed it
    if (left && left.mtimeMs < beforeMs) await rm(path, { recursive: true, force: true });
  }
}
