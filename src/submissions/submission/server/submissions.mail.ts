import { getMailbox } from '#src/accounts/account/server/email.service.ts';
import { mayMail } from '#src/accounts/users/server/mailboxes.service.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import { isSiteLanguage } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { sendMail } from '#src/platform/mail/mail.ts';
import { essayUrl } from '../citations.rules.ts';
import { typeTexts } from '../form.rules.ts';
import { decisions, type Notification, type RejectionReason, type State } from '../submission-states.rules.ts';
import { consentWaitDays, deskEmail } from '../submissions.settings.ts';
import type { Submission } from './submissions.queries.ts';

interface TransitionDetails {
  from: State | null;
  reasons: RejectionReason[];
  note: string;
  onResearch: boolean;
}

// What a stranger can cause by opening an account with someone else’s address.
const causedByAuthor: readonly Notification[] = ['Received', 'AwaitsConsent', 'Revised', 'Withdrawn'];

/**
 * Mails the author about a transition, in the submission's language, to his account's current address. An unconfirmed
 * mailbox may belong to another person, so its mail contains the type instead of the freely chosen title. Reply-To is
 * the desk; From is the site's address.
 */
export async function notifyAuthor(
  ctx: Context,
  tx: Db,
  submission: Submission,
  notification: Notification,
  { from, reasons, note, onResearch }: TransitionDetails,
): Promise<void> {
  const { id, authorId, username, articleType, language, code } = submission;
  const mailbox = authorId === null ? undefined : await getMailbox(tx, authorId);
  if (!submission.email || !mailbox) return; // the account has been deleted
  if (!mailbox.confirmed && causedByAuthor.includes(notification) && !(await mayMail(ctx, tx, 'notice', mailbox.email)))
    return;
  const t = translator(isSiteLanguage(language) ? language : 'en');
  const title = mailbox.confirmed ? submission.title : t(typeTexts[articleType]);
  const { siteUrl } = ctx.config;
  const isRemoved = notification === 'Withdrawn' || notification === 'Deleted' || notification === 'Expired';
  const paragraphs = [
    t('mails.submissionHello', { name: username }),
    notification !== 'Received' && decisions.some((decision) => decision === from) && t('mails.submissionChanged'),
    t(`mails.submission${notification}`, { title, id, days: ctx.settings.get(consentWaitDays) }),
    reasons.map((reason) => t(`submissions.reason_${reason}` satisfies TextKey)).join('\n'),
    note && notification !== 'Revised' && t('mails.submissionNote', { note }),
    notification === 'Approved' && (onResearch ? t('mails.submissionPublished') : t('mails.submissionWithoutPdf')),
    notification === 'Approved' && onResearch && essayUrl(siteUrl, id),
    notification === 'Approved' && onResearch && t('mails.submissionCertificate', { code: code ?? '' }),
    !isRemoved && t('mails.submissionWhere'),
    !isRemoved && `${siteUrl}/publication`,
  ];
  await sendMail(ctx, tx, {
    to: mailbox.email,
    subject: t(`mails.submission${notification}Subject`, { title }),
    body: paragraphs.filter(Boolean).join('\n\n'),
    replyTo: ctx.settings.get(deskEmail),
  });
}
