import { getMailbox } from '#src/accounts/server/email.service.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import { isSiteLanguage } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { sendMail } from '#src/platform/mail.ts';
import { workAddress } from '../citations.rules.ts';
import { typeTexts } from '../form.rules.ts';
import { decisions, type RejectionReason, type State, type Told } from '../submissions.rules.ts';
import { consentWaitDays, deskEmail } from '../submissions.settings.ts';
import type { Submission } from './submissions.queries.ts';

interface Happened {
  from: State | null;
  reasons: RejectionReason[];
  note: string;
  onResearch: boolean;
}

/**
 * Tells the author of a step, in the language of his pages, at the address that his account has now. A mailbox that has
 * not been proven may be somebody else's: it gets the kind of work instead of a title that anybody can choose. Answers go
 * to the desk; From stays the site's own address.
 */
export async function tellAuthor(
  ctx: Context,
  tx: Db,
  submission: Submission,
  told: Told,
  { from, reasons, note, onResearch }: Happened,
): Promise<void> {
  const { id, authorId, username, articleType, language, code } = submission;
  const mailbox = authorId === null ? undefined : await getMailbox(tx, authorId);
  if (!submission.email || !mailbox) return; // he has left, and his address with him
  const t = translator(isSiteLanguage(language) ? language : 'en');
  const title = mailbox.confirmed ? submission.title : t(typeTexts[articleType]);
  const { siteUrl } = ctx.config;
  const isGone = told === 'Withdrawn' || told === 'Deleted' || told === 'Expired';
  const paragraphs = [
    t('mails.submissionHello', { name: username }),
    told !== 'Received' && decisions.some((decision) => decision === from) && t('mails.submissionChanged'),
    t(`mails.submission${told}`, { title, id, days: ctx.settings.get(consentWaitDays) }),
    reasons.map((reason) => t(`submissions.reason_${reason}` satisfies TextKey)).join('\n'),
    note && told !== 'Revised' && t('mails.submissionNote', { note }),
    told === 'Approved' && (onResearch ? t('mails.submissionPublished') : t('mails.submissionWithoutPdf')),
    told === 'Approved' && onResearch && workAddress(siteUrl, id),
    told === 'Approved' && onResearch && t('mails.submissionCertificate', { code: code ?? '' }),
    !isGone && t('mails.submissionWhere'),
    !isGone && `${siteUrl}/publication`,
  ];
  await sendMail(ctx, tx, {
    to: mailbox.email,
    subject: t(`mails.submission${told}Subject`, { title }),
    body: paragraphs.filter(Boolean).join('\n\n'),
    replyTo: ctx.settings.get(deskEmail),
  });
}
