import { waitsForConsent } from '#src/accounts/account/server/guardian.service.ts';
import type { Context } from '#src/platform/context.ts';
import { processEach } from '#src/platform/jobs/job-runs.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import {
  deleteFiles,
  listOrphanedFiles,
  listServedBonafides,
  markRemoved,
} from '#src/submissions/submission/server/files.queries.ts';
import { removeFile, removeFiles } from '#src/submissions/submission/server/stored-files.jobs.ts';
import {
  listAwaitingAuthors,
  listAwaitingSince,
  lockSubmission,
} from '#src/submissions/submission/server/submissions.queries.ts';
import { transitionLocked } from '#src/submissions/submission/server/transitions.service.ts';
import { canTransition } from '#src/submissions/submission/submission-states.rules.ts';
import { bonafideKeepDays, consentWaitDays } from '#src/submissions/submission/submissions.settings.ts';
import { releaseAwaiting } from './my-submissions.service.ts';

const batchSize = 500;

/** Releases submissions whose author no longer needs consent: he has come of age, or the settings changed. */
export const releaseConsented: Job<object> = {
  name: 'submissions.let-in-freed',
  title: 'jobs.releaseConsented',
  cron: '5 * * * *',
  async run(ctx) {
    await processEach(ctx, await listAwaitingAuthors(ctx.db), async (userId) => {
      if (!(await waitsForConsent(ctx, userId))) await ctx.db.transaction((tx) => releaseAwaiting(ctx, tx, userId));
    });
  },
};

/** Deletes submissions without a guardian's consent in time and notifies their authors. */
export const expireWaiting: Job<object> = {
  name: 'submissions.expire-waiting',
  title: 'jobs.expireWaiting',
  cron: '30 22 * * *', // 4:00 in India
  async run(ctx) {
    const before = addDays(ctx.now(), -ctx.settings.get(consentWaitDays));
    const expired = await listAwaitingSince(ctx.db, before, batchSize);
    await processEach(ctx, expired, (id) => expire(ctx, id));
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
  title: 'jobs.purgeBonafides',
  cron: '15 22 * * *', // 3:45 in India
  async run(ctx) {
    const before = addDays(ctx.now(), -ctx.settings.get(bonafideKeepDays));
    const served = await listServedBonafides(ctx.db, before, batchSize);
    await processEach(ctx, served, ({ id, ...checked }) =>
      ctx.db.transaction(async (tx) => {
        const names = await markRemoved(tx, [id], ctx.now(), checked);
        await ctx.jobs.send(removeFiles, { names }, { within: tx });
      }),
    );
    if (served.length) ctx.log.info({ files: served.length }, 'bonafide files deleted');
    if (served.length === batchSize) await ctx.jobs.send(purgeBonafides, {});
  },
};

/** Deletes orphaned files, which a failed form has left, after a day. */
export const deleteOrphanedFiles: Job<object> = {
  name: 'submissions.sweep-loose-files',
  title: 'jobs.deleteOrphanedFiles',
  cron: '45 21 * * *', // 3:15 in India
  async run(ctx) {
    const orphaned = await listOrphanedFiles(ctx.db, addDays(ctx.now(), -1), batchSize);
    await processEach(ctx, orphaned, async ({ id, name }) => {
      await removeFile(ctx, name);
      await deleteFiles(ctx.db, [id]);
    });
  },
};
