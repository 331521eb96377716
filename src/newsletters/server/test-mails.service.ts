import { randomUUID } from 'node:crypto';
import { getMailbox } from '#src/accounts/account/server/email.service.ts';
import { pathIn } from '#src/messages/languages.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { openBulkTransport } from '#src/platform/mail/mail-transport.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import { siteEmail } from '#src/settings/site.settings.ts';
import { inLanguageOf, renderMail, requireIssue } from './content.service.ts';
import { forReader } from './unsubscribe-links.template.ts';

/** Mails the saved version of an issue to the editor. Returns his address. Throws `unavailable` if it cannot be sent. */
export async function mailTest(ctx: Context, id: number): Promise<string> {
  const { issue, newsletter } = await requireIssue(ctx.db, id);
  const mailbox = await getMailbox(ctx.db, requireUser(ctx).userId);
  if (!mailbox) throw new AppError('unauthenticated', 'errors.signIn');
  const { subject, intro, storyIds: stories } = issue;
  const mail = await renderMail(ctx, newsletter, issue, { subject, intro, stories });
  const leave = ctx.config.siteUrl + pathIn(inLanguageOf(ctx, newsletter).language, '/newsletters');
  const sender = { name: ctx.settings.get(siteName), replyTo: ctx.settings.get(siteEmail) };
  const transport = openBulkTransport(ctx.config, sender, 1);
  try {
    await transport.deliver(
      {
        ...forReader(mail, leave),
        name: `newsletter-test-${randomUUID()}`,
        recipient: mailbox.email,
        subject: ctx.text('newsletters.testSubject', { subject }),
        list: `newsletter-${newsletter.id}`,
        date: ctx.now(),
      },
      async () => undefined,
    );
  } catch (error) {
    throw new AppError('unavailable', 'newsletters.testFailed', { cause: error });
  } finally {
    transport.close();
  }
  return mailbox.email;
}
