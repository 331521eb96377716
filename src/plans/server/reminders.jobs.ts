import type { Job } from '#src/platform/jobs.ts';
import { sendMail } from '#src/platform/mail.ts';
import { entitlementOf } from '../plans.rules.ts';
import { reminderDays } from '../plans.settings.ts';
import { listClaimsOf, listPayingReaders, noteReminder, ruleClaim } from './plans.queries.ts';

const dayMs = 86_400_000;
// A yearly plan that was renewed twice ahead of time; what was paid earlier has long ended.
const farthestMs = 3 * 366 * dayMs;
const portion = 200;

/** Reminds readers by mail, once, some days before their plan ends. */
export const remindOfEnd: Job<object> = {
  name: 'plans.remind',
  cron: '30 3 * * *', // 9:00 in India
  async run(ctx) {
    const now = ctx.now();
    const until = now.getTime() + ctx.settings.get(reminderDays) * dayMs;
    let after = 0;
    for (;;) {
      const readers = await listPayingReaders(ctx.db, new Date(now.getTime() - farthestMs), after, portion);
      for (const { id, name, email } of readers) {
        const plan = entitlementOf((await listClaimsOf(ctx.db, id)).map(ruleClaim), now);
        if (!plan || plan.until.getTime() > until) continue;
        await ctx.db.transaction(async (tx) => {
          if (!(await noteReminder(tx, id, plan.until))) return;
          const end = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' }).format(
            plan.until,
          );
          const link = `${ctx.config.siteUrl}/payment`;
          await sendMail(ctx, tx, {
            to: email,
            subject: ctx.text('mails.planEndsSubject', { end }),
            body: ctx.text('mails.planEnds', { name, end, link }),
          });
        });
      }
      if (readers.length < portion) return;
      after = readers.at(-1)?.id ?? after;
    }
  },
};
