import { waitsForConsent } from '#src/accounts/server/guardian.service.ts';
import type { Context } from '#src/platform/context.ts';
import type { Job } from '#src/platform/jobs.ts';
import { siteName } from '#src/platform/site-name.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { canTransition } from '../submissions.rules.ts';
import { bonafideKeepDays, consentWaitDays } from '../submissions.settings.ts';
import { deleteFiles, listOrphanedFiles, listServedBonafides, markRemoved } from './files.queries.ts';
import { releaseAwaiting } from './my-submissions.service.ts';
import { removeFile, removeFiles } from './stored-files.jobs.ts';
import { listAwaitingAuthors, listAwaitingSince, lockSubmission } from './submissions.queries.ts';
import { transitionLocked } from './transitions.service.ts';

const batchSize = 500;

/** Releases submissions whose author no longer needs consent: he has come of age, or the settings changed. */
export const releaseConsented: Job<object> = {
  name: 'submissions.let-in-freed',
  cron: '5 * * * *',
  async run(ctx) {
    for (const userId of await listAwaitingAuthors(ctx.db))
      if (!(await waitsForConsent(ctx, userId))) await ctx.db.transaction((tx) => releaseAwaiting(ctx, tx, userId));
  },
};

/** Deletes submissions without a guardian's consent in time and notifies their authors. */
export const expireWaiting: Job<object> = {
  name: 'submissions.expire-waiting',
  cron: '30 22 * * *', // 4:00 in India
  async run(ctx) {
    const before = addDays(ctx.now(), -ctx.settings.get(consentWaitDays));
    const expired = await listAwaitingSince(ctx.db, before, batchSize);
    for (const id of expired) await expire(ctx, id);
    if (expired.length) ctx.log.info({ submissions: expired.length }, 'submissions without consent deleted');
    if (expired.length === batchSize) await ctx.jobs.send(expireWaiting, {});
  },
};

// The guardian or the author may have changed the state meanwhile: then do nothing.
const expire = (ctx: Context, id: number) =>
  ctx.db.transaction(async (tx) => {
    const submission = await lockSubmission(tx, id);
    if (!submission || !canTransition(submission.state, 'expire', 'site')) return;
    const actor = { userId: null, name: ctx.settings.get(siteName) };
    await transitionLocked(ctx, tx, submission, { action: 'expire', by: 'site', actor, check: () => {} });
  });

/** Deletes bonafide files some days after the decision. The row remains with who checked the file, and when. */
export const purgeBonafides: Job<object> = {
  name: 'submissions.purge-bonafides',
  cron: '15 22 * * *', // 3:45 in India
  async run(ctx) {
    const before = addDays(ctx.now(), -ctx.settings.get(bonafideKeepDays));
    const served = await listServedBonafides(ctx.db, before, batchSize);
    for (const { id, ...checked } of served)
      await ctx.db.transaction(async (tx) => {
        const names = await markRemoved(tx, [id], ctx.now(), checked);
        await ctx.jobs.send(removeFiles, { names }, { within: tx });
      });
    if (served.length) ctx.log.info({ files: served.length }, 'bonafide files deleted');
    if (served.length === batchSize) await ctx.jobs.send(purgeBonafides, {});
  },
};

/** Deletes orphaned files, which a failed form has left, after a day. */
export const deleteOrphanedFiles: Job<object> = {
  name: 'submissions.sweep-loose-files',
  cron: '45 21 * * *', // 3:15 in India
  async run(ctx) {
    const orphaned = await listOrphanedFiles(ctx.db, addDays(ctx.now(), -1), batchSize);
    for (const { id, name } of orphaned) {
      await removeFile(ctx, name);
      await deleteFiles(ctx.db, [id]);
    }
  },
};
