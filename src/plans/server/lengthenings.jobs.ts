import type { Job } from '#src/platform/jobs/jobs.ts';
import { sendMails } from '#src/platform/mail/mail.ts';
import { planOf } from '../plans.rules.ts';
import { countNotified, listLengthenings } from './lengthenings.queries.ts';
import { lengtheningMail } from './payments.mail.ts';
import { listPayingReaders, ruleClaim } from './plans.queries.ts';

const batchSize = 200;

/** Mails each reader whose plan was lengthened, once: a run writes the mails of a batch and queues the next. */
export const notifyOfLengthening: Job<{ day: string; after: number }> = {
  name: 'plans.notify-lengthening',
  title: 'jobs.notifyOfLengthening',
  async run(ctx, { day, after }) {
    const lengthenings = await listLengthenings(ctx.db);
    const readers = await listPayingReaders(ctx.db, after, batchSize, { wantingReminders: false });
    const mails = readers.flatMap(({ name, email, claims }) => {
      const { running, lengthened } = planOf(claims.map(ruleClaim), lengthenings, ctx.now());
      const mine = lengthened.find((lengthening) => lengthening.day === day);
      const language = claims.at(-1)?.language;
      if (!mine || !language) return [];
      const until = running && running.until > mine.until ? running.until : mine.until; // he may have renewed since
      return [lengtheningMail(ctx, { name, email, language }, { ...mine, until })];
    });
    await ctx.db.transaction(async (tx) => {
      await sendMails(ctx, tx, mails);
      await countNotified(tx, day, mails.length);
      const last = readers.length === batchSize ? readers.at(-1) : undefined;
      if (last) await ctx.jobs.send(notifyOfLengthening, { day, after: last.id }, { within: tx });
      await ctx.job?.completeWithin(tx); // a second run would mail the batch again
    });
  },
};
