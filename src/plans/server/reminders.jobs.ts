import { languages, pathIn } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { type Mail, sendMails } from '#src/platform/mail/mail.ts';
import { dayMs, indianDateFormat } from '#src/rules/calendar.rules.ts';
import { entitlementOf, isInGrace, type Lengthening } from '../plans.rules.ts';
import { reminderDays } from '../plans.settings.ts';
import { listLengthenings } from './lengthenings.queries.ts';
import { insertReminders, listPayingReaders, type PayingReader, ruleClaim } from './plans.queries.ts';

const batchSize = 200;

/** Reminds readers once by mail, some days before their plan ends. */
export const notifyOfEnd: Job<object> = {
  name: 'plans.remind',
  title: 'jobs.remindOfEnd',
  cron: '30 3 * * *', // 9:00 in India
  async run(ctx) {
    const lengthenings = await listLengthenings(ctx.db);
    let after = 0;
    for (;;) {
      ctx.job?.signal.throwIfAborted();
      const readers = await listPayingReaders(ctx.db, after, batchSize, { wantingReminders: true });
      const due = readers.flatMap((reader) => endingPlan(ctx, reader, lengthenings) ?? []);
      await ctx.db.transaction(async (tx) => {
        const noted = await insertReminders(tx, due);
        await sendMails(
          ctx,
          tx,
          due.filter(({ userId }) => noted.has(userId)).map(({ mail }) => mail),
        );
      });
      if (readers.length < batchSize) return;
      after = readers.at(-1)?.id ?? after;
    }
  },
};

/** The end of a reader's plan, if it is near, with the reminder in the language of the last payment. */
function endingPlan(
  { now, settings, config }: Pick<Context, 'now' | 'settings' | 'config'>,
  { id, name, email, claims }: PayingReader,
  lengthenings: readonly Lengthening[],
): { userId: number; until: Date; mail: Mail } | undefined {
  const rules = claims.map(ruleClaim);
  // No reminder if a new payment awaits confirmation.
  const until = rules.some((claim) => isInGrace(claim, now()))
    ? undefined
    : entitlementOf(rules, now(), lengthenings)?.until;
  const language = claims.at(-1)?.language;
  if (!until || !language || until.getTime() > now().getTime() + settings.get(reminderDays) * dayMs) return undefined;
  const t = translator(language);
  const format = indianDateFormat(languages[language].locale, { dateStyle: 'long' });
  const end = format.format(until);
  const link = config.siteUrl + pathIn(language, '/payment');
  const mail = {
    to: email,
    subject: t('mails.planEndsSubject', { end }),
    body: t('mails.planEnds', { name, end, link }),
  };
  return { userId: id, until, mail };
}
