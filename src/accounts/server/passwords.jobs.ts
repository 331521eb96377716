import type { Language } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Job } from '#src/platform/jobs.ts';
import type { Limit } from '#src/platform/limits.ts';
import { sendMail } from '#src/platform/mail.ts';
import { requireAppError } from './email.service.ts';
import { makeLink } from './mailed-links.service.ts';
import { findUserByEmail, lockUser } from './users.queries.ts';

const mailsPerAccount: Limit = { name: 'forgot-account', attempts: 5, perSeconds: 3600 };

/** Mails a password-reset link, if the account exists and is not disabled. */
export const mailResetLink: Job<{ email: string; language: Language }> = {
  name: 'accounts.mail-reset-link',
  async run(ctx, { email, language }) {
    const user = await findUserByEmail(ctx.db, email);
    if (!user || user.disabledAt) return;
    const count = ctx.limits.count(mailsPerAccount, String(user.id));
    if (await count.then(() => false, requireAppError)) return;
    const text = translator(language);
    await ctx.db.transaction(async (tx) => {
      // A concurrent `takeEmailBack` either waits for this lock and withdraws the link, or has changed the e-mail.
      if ((await lockUser(tx, user.id))?.email !== user.email) return;
      const link = await makeLink({ ...ctx, language }, tx, user.id, 'reset_password');
      await sendMail(ctx, tx, {
        to: user.email,
        subject: text('mails.resetSubject'),
        body: text('mails.reset', { name: user.name, link }),
      });
    });
  },
};
