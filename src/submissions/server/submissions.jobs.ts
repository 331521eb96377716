import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { waitsForConsent } from '#src/accounts/server/guardian.service.ts';
import type { Context } from '#src/platform/context.ts';
import { receivingFolder } from '#src/platform/http/forms.ts';
import type { Job } from '#src/platform/jobs.ts';
import { siteName } from '#src/platform/site-name.ts';
import { can } from '../submissions.rules.ts';
import { bonafideKeepDays, consentWaitDays } from '../submissions.settings.ts';
import { deleteFiles, listLooseFiles, listServedBonafides, markRemoved } from './files.queries.ts';
import { stepTo } from './moves.ts';
import { letIn } from './own-submissions.service.ts';
import { removeFile, removeFiles } from './stored-files.ts';
import { listAwaitingAuthors, listAwaitingSince, lockSubmission } from './submissions.queries.ts';

const dayMs = 86_400_000;
const atOnce = 500;

/** Lets works in whose author has come of age, or whom the settings have freed from asking. */
export const letInFreed: Job<object> = {
  name: 'submissions.let-in-freed',
  cron: '5 * * * *',
  async run(ctx) {
    for (const userId of await listAwaitingAuthors(ctx.db))
      if (!(await waitsForConsent(ctx, userId))) await ctx.db.transaction((tx) => letIn(ctx, tx, userId));
  },
};

/** Deletes works to which no guardian has agreed in time; their authors are notified. */
export const expireWaiting: Job<object> = {
  name: 'submissions.expire-waiting',
  cron: '30 22 * * *', // 4:00 in India
  async run(ctx) {
    const before = new Date(ctx.now().getTime() - ctx.settings.get(consentWaitDays) * dayMs);
    const expired = await listAwaitingSince(ctx.db, before, atOnce);
    for (const id of expired) await expire(ctx, id);
    if (expired.length) ctx.log.info({ submissions: expired.length }, 'works without consent deleted');
    if (expired.length === atOnce) await ctx.jobs.send(expireWaiting, {});
  },
};

// A guardian or the author may have been faster: then the work is left as it is.
const expire = (ctx: Context, id: number) =>
  ctx.db.transaction(async (tx) => {
    const submission = await lockSubmission(tx, id);
    if (!submission || !can(submission.state, 'expire', 'site')) return;
    const actor = { userId: null, name: ctx.settings.get(siteName) };
    await stepTo(ctx, tx, submission, { action: 'expire', by: 'site', actor, check: () => {} });
  });

/** Deletes bonafide files some days after the decision. What stays is who had checked them, and when. */
export const purgeBonafides: Job<object> = {
  name: 'submissions.purge-bonafides',
  cron: '15 22 * * *', // 3:45 in India
  async run(ctx) {
    const before = new Date(ctx.now().getTime() - ctx.settings.get(bonafideKeepDays) * dayMs);
    const served = await listServedBonafides(ctx.db, before, atOnce);
    for (const { id, ...checked } of served)
      await ctx.db.transaction(async (tx) => {
        const names = await markRemoved(tx, [id], ctx.now(), checked);
        await ctx.jobs.send(removeFiles, { names }, { within: tx });
      });
    if (served.length) ctx.log.info({ files: served.length }, 'bonafide files deleted');
    if (served.length === atOnce) await ctx.jobs.send(purgeBonafides, {});
  },
};

/**
 * Removes files that came with a form that failed, a day after they came, and what a crash has left where received files
 * wait: a bonafide file may lie there as it came.
 */
export const sweepLooseFiles: Job<object> = {
  name: 'submissions.sweep-loose-files',
  cron: '45 21 * * *', // 3:15 in India
  async run(ctx) {
    const loose = await listLooseFiles(ctx.db, new Date(ctx.now().getTime() - dayMs), atOnce);
    for (const { id, name } of loose) {
      await removeFile(ctx, name);
      await deleteFiles(ctx.db, [id]);
    }
    await sweepFolder(receivingFolder(ctx.config.dataDir), Date.now() - dayMs);
  },
};

async function sweepFolder(folder: string, beforeMs: number) {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const left = await stat(path).catch(() => undefined); // another node may have removed it
    if (left && left.mtimeMs < beforeMs) await rm(path, { recursive: true, force: true });
  }
}
