import { getStaff } from '#src/accounts/people/server/users.service.ts';
import { pathIn } from '#src/messages/languages.ts';
import type { Context } from '#src/platform/context.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { type Mail, sendMails } from '#src/platform/mail/mail.ts';
import { morningMail } from '../desk.settings.ts';
import { waitingPlaces } from '../waiting.rules.ts';
import { getWaiting, type Waiting } from './waiting.service.ts';

/** Mails the newsroom in the morning what waits for each role; nobody gets a mail about nothing. */
export const mailWaiting: Job<object> = {
  name: 'desk.mail-waiting',
  title: 'jobs.mailWaiting',
  cron: '30 2 * * *', // 8:00 in India
  async run(ctx) {
    if (ctx.settings.get(morningMail) === 'off') return;
    const mails: Mail[] = [];
    for (const { id, name, email, role } of await getStaff(ctx)) {
      const waiting = await getWaiting(ctx, { role, userId: id });
      if (waiting.length === 0) continue;
      const list = waiting.map((one) => line(ctx, one)).join('\n\n');
      mails.push({
        to: email,
        subject: ctx.text('mails.waitingSubject'),
        body: ctx.text('mails.waiting', { name, list }),
      });
    }
    await ctx.db.transaction(async (tx) => {
      await sendMails(ctx, tx, mails);
      await ctx.job?.completeWithin(tx); // a second run would mail everybody again
    });
  },
};

const line = ({ text, config, language }: Context, { kind, count }: Waiting) =>
  `${text(`desk.waiting_${kind}`, { count })}\n${config.siteUrl}${pathIn(language, waitingPlaces[kind].page)}`;
