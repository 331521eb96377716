import { defineLimit } from '#src/calls/call.ts';
import type { Language } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import type { Job } from '#src/platform/jobs.ts';
import { sendMail } from '#src/platform/mail.ts';
import { requireAppError } from './email.service.ts';
import { links, makeLink } from './mailed-links.service.ts';
import { findUserByEmail, lockUser } from './users.queries.ts';

const mailsPerAccount = defineLimit({ name: 'forgot-account', attempts: 5, perSeconds: 3600, per: 'account' });

interface ResetRequest {
  /** The e-mail that was typed, in base64; encrypted, because the queue keeps its jobs for some time. */
  encryptedEmail: string;
  language: Language;
  /** Time of the request, in ms. */
  at: number;
}

/** The data of a job for this address. */
export const resetRequest = (
  { encryption, language, now }: Pick<Context, 'encryption' | 'language' | 'now'>,
  email: string,
): ResetRequest => ({
  encryptedEmail: encryption.encrypt(Buffer.from(email)).toString('base64'),
  language,
  at: now().getTime(),
});

/** Mails a password-reset link, if the account exists and is not disabled. */
export const mailResetLink: Job<ResetRequest> = {
  name: 'accounts.mail-reset-link',
  title: 'jobs.mailResetLink',
  async run(ctx, { encryptedEmail, language, at }) {
    // After a failure for good an administrator may try again when nobody waits for the mail any more.
    if (ctx.now().getTime() > at + links.reset_password.lastsMs) return;
    const email = ctx.encryption.decrypt(Buffer.from(encryptedEmail, 'base64')).toString();
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
      await ctx.job?.completeWithin(tx); // a second run would withdraw the link and mail another
    });
  },
};
