import { languages, pathIn } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import type { Job } from '#src/platform/jobs.ts';
import { type Mail, sendMails } from '#src/platform/mail.ts';
import { entitlementOf, isInGrace } from '../plans.rules.ts';
import { reminderDays } from '../plans.settings.ts';
import { listPayingReaders, noteReminders, type PayingReader, ruleClaim } from './plans.queries.ts';

const dayMs = 86_400_000;
const portion = 200;

/** Reminds readers by mail, once, some days before their plan ends. */
export const remindOfEnd: Job<object> = {
  name: 'plans.remind',
  cron: '30 3 * * *', // 9:00 in India
  async run(ctx) {
    let after = 0;
    for (;;) {
      const readers = await listPayingReaders(ctx.db, after, portion);
      const due = readers.flatMap((reader) => endingPlan(ctx, reader) ?? []);
      await ctx.db.transaction(async (tx) => {
        const noted = await noteReminders(tx, due);
        await sendMails(
          ctx,
          tx,
          due.filter(({ userId }) => noted.has(userId)).map(({ mail }) => mail),
        );
      });
      if (readers.length < portion) return;
      after = readers.at(-1)?.id ?? after;
    }
  },
};

/** A reader's plan that ends soon, with the mail about it, in the language of his last payment. */
function endingPlan(
  { now, settings, config }: Pick<Context, 'now' | 'settings' | 'config'>,
  { id, name, email, claims }: PayingReader,
): { userId: number; until: Date; mail: Mail } | undefined {
  const rules = claims.map(ruleClaim);
  // Whoever has just paid again and waits for us needs no reminder.
  const until = rules.some((claim) => isInGrace(claim, now())) ? undefined : entitlementOf(rules, now())?.until;
  const language = claims.at(-1)?.language;
  if (!until || !language || until.getTime() > now().getTime() + settings.get(reminderDays) * dayMs) return undefined;
  const t = translator(language);
  const format = new Intl.DateTimeFormat(languages[language].locale, { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
  const end = format.format(until);
  const link = config.siteUrl + pathIn(language, '/payment');
  const mail = {
    to: email,
    subject: t('mails.planEndsSubject', { end }),
    body: t('mails.planEnds', { name, end, link }),
  };
  return { userId: id, until, mail };
}
