import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { getStaff } from '#src/accounts/people/server/users.service.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { lacksFiles } from '#src/platform/backup/commands.ts';
import { failedBackup, findBackups } from '#src/platform/backup/last-backup.ts';
import type { Context } from '#src/platform/context.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { sendMails } from '#src/platform/mail/mail.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import { siteOf } from './health.service.ts';
import { checkBackups } from './service-checks.service.ts';

const maxHours = 12;
// Of what the command prints.
const maxOutput = 4000;

/**
 * Backs up the site to BACKUP_TO, if that is set, as `npm run backup` does: in a process of its own, with low priority and
 * with the settings of this process.
 */
export const backUp: Job<object> = {
  name: 'health.back-up',
  title: 'jobs.backUp',
  dailyAt: ({ backup }) => backup.at,
  expireSeconds: maxHours * 60 * 60,
  retries: 1,
  async run(ctx) {
    const { root, job, log } = ctx;
    const { backup } = ctx.config;
    if (!backup.to) return;
    // In the same folder, because DATA_DIR and BACKUP_TO may be relative to it.
    const command = spawn(process.execPath, [join(root, 'src/main.ts'), 'backup', '--', backup.to], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stop = () => command.kill('SIGTERM');
    job?.signal.addEventListener('abort', stop, { once: true });
    let output = '';
    for (const stream of [command.stdout, command.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output = (output + text).slice(-maxOutput);
      });
    try {
      if (job?.signal.aborted) stop();
      const [code, signal] = await once(command, 'close');
      job?.signal.throwIfAborted();
      // The command itself records why it has failed, unless it is killed, as when there is no memory.
      if (signal) await recordAuditEvent(ctx, ctx.db, failedBackup(backup.to, String(signal)));
      // Files that the site has lost are listed on the health page; another attempt would not find them.
      if (code !== 0 && code !== lacksFiles)
        throw new Error(`npm run backup has ended with ${signal ?? code}: ${output.trim().split('\n').at(-1)}`);
    } finally {
      job?.signal.removeEventListener('abort', stop);
    }
    log.info({ place: backup.to }, 'backup made');
  },
};

/**
 * Mails the administrators every morning on which the last backup has failed, lacks files or is two days old, or on which
 * there is none although BACKUP_TO is set. Without that, a site that was never backed up here is backed up by other means.
 */
export const watchBackups: Job<object> = {
  name: 'health.watch-backups',
  title: 'jobs.watchBackups',
  cron: '0 3 * * *', // 8:30 in India
  async run(ctx) {
    const { state, finding } = await checkBackups(siteOf(ctx));
    if (state === 'ok' || (await isBackedUpOtherwise(ctx))) return;
    const what = ctx.text(finding.key, finding.params);
    const [site, link] = [ctx.settings.get(siteName), `${ctx.config.siteUrl}/admin/health`];
    const admins = (await getStaff(ctx)).filter(({ role }) => role === 'admin');
    await ctx.db.transaction(async (tx) => {
      const mails = admins.map(({ name, email }) => ({
        to: email,
        subject: ctx.text('mails.backupSubject', { site }),
        body: ctx.text('mails.backup', { name, what, link }),
      }));
      await sendMails(ctx, tx, mails);
      await ctx.job?.completeWithin(tx); // a second run would mail everybody again
    });
    ctx.log.warn({ what }, 'backups are missing');
  },
};

async function isBackedUpOtherwise({ db, config }: Context): Promise<boolean> {
  if (config.backup.to) return false;
  const { last, failedSince } = await findBackups(db);
  return !last && !failedSince;
}
