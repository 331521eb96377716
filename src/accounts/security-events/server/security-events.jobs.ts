import { failureKinds, isBurst } from '#src/accounts/users/security-events.rules.ts';
import { listAdmins } from '#src/accounts/users/server/users.queries.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { sendMails } from '#src/platform/mail/mail.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import { hourMs } from '#src/rules/calendar.rules.ts';
import { deleteEventsBefore, hasEventSince, sumEvents } from './security-events.queries.ts';
import { eventLogDays, recordSecurityEvent } from './security-events.service.ts';

/** Mails every admin when many logins fail; at most once an hour. */
export const alertOnFailures: Job<object> = {
  name: 'accounts.watch-failures',
  title: 'jobs.watchLogins',
  cron: '*/5 * * * *',
  async run(ctx) {
    const now = ctx.now();
    const ago = (hours: number) => new Date(now.getTime() - hours * hourMs);
    const failed = (since: Date) => sumEvents(ctx.db, [...failureKinds], since);
    const lastHour = await failed(ago(1));
    const weekHours = 7 * 24;
    const earlierHours = ((await failed(ago(weekHours))) - lastHour) / (weekHours - 1);
    if (!isBurst(lastHour, earlierHours) || (await hasEventSince(ctx.db, 'alert', ago(1)))) return;
    const site = ctx.settings.get(siteName);
    await ctx.db.transaction(async (tx) => {
      await recordSecurityEvent(ctx, tx, { kind: 'alert', userId: null, details: { failures: String(lastHour) } });
      const admins = await listAdmins(tx);
      await sendMails(
        ctx,
        tx,
        admins.map(({ name, email }) => ({
          to: email,
          subject: ctx.text('mails.alertSubject', { site }),
          body: ctx.text('mails.alert', {
            name,
            count: lastHour,
            link: `${ctx.config.siteUrl}/admin/audit?view=security`,
          }),
        })),
      );
      await ctx.job?.completeWithin(tx);
    });
    ctx.log.warn({ failures: lastHour }, 'many failed logins');
  },
};

/** Deletes events older than `eventLogDays`. */
export const purgeSecurityEvents: Job<object> = {
  name: 'accounts.purge-security-events',
  title: 'jobs.purgeSecurityEvents',
  cron: '5 22 * * *', // 3:35 in India
  async run(ctx) {
    await deleteEventsBefore(ctx.db, new Date(ctx.now().getTime() - eventLogDays * 24 * hourMs));
  },
};
