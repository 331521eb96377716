import { links, mailLink } from '#src/accounts/users/server/mailed-links.service.ts';
import { isUnproven } from '#src/accounts/users/server/user-view.service.ts';
import { findUserByEmail, lockUser } from '#src/accounts/users/server/users.queries.ts';
import type { Language } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';

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

/**
 * Mails a password-reset link, if the account exists and is not disabled. If nobody has confirmed its e-mail, the mail
 * contains nothing that its creator has typed, and the link lets the owner start over.
 */
export const mailResetLink: Job<ResetRequest> = {
  name: 'accounts.mail-reset-link',
  title: 'jobs.mailResetLink',
  async run(ctx, { encryptedEmail, language, at }) {
    // After a permanent failure an administrator may try again when nobody waits for the mail any more.
    if (ctx.now().getTime() > at + links.reset_password.lastsMs) return;
    const email = ctx.encryption.decrypt(Buffer.from(encryptedEmail, 'base64')).toString();
    const user = await findUserByEmail(ctx.db, email);
    if (!user || user.disabledAt) return;
    const text = translator(language);
    await ctx.db.transaction(async (tx) => {
      // A concurrent `takeEmailBack` either waits for this lock and withdraws the link, or has changed the e-mail.
      const locked = await lockUser(tx, user.id);
      if (locked?.email !== user.email) return;
      const link = { user: locked, purpose: 'reset_password', to: user.email } as const;
      await mailLink({ ...ctx, language }, tx, link, (url) =>
        isUnproven(locked)
          ? { subject: text('mails.claimSubject'), body: text('mails.claim', { link: `${url}&new=yes` }) }
          : { subject: text('mails.resetSubject'), body: text('mails.reset', { name: user.name, link: url }) },
      );
      await ctx.job?.completeWithin(tx); // a second run would mail another
    });
  },
};
