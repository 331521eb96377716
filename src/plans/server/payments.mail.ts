import { type Language, languages, pathIn } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import type { Mail } from '#src/platform/mail/mail.ts';
import { indianDateFormat, noonInIndia } from '#src/rules/calendar.rules.ts';
import type { LateNewspaper } from '../plans.contract.ts';
import { rupees } from '../plans.rules.ts';
import { amountInWords, receiptNumber } from '../receipts.rules.ts';
import type { LedgerRow } from './ledger.queries.ts';

/**
 * The receipt of a confirmed claim as a mail, with the amounts and texts of the PDF, so it is in English for readers of
 * every language. `until` is the end of the reader's plan, if one is current.
 */
export function receiptMail({ config }: Pick<Context, 'config'>, row: LedgerRow, until: Date | undefined): Mail {
  const { claim, email, name, financialYear, receiptNumber: number } = row;
  const { t, plan, day } = textsFor(row);
  const receipt = t('mails.receipt', {
    number: receiptNumber(financialYear ?? '', number ?? 0), // a confirmed claim has both
    plan,
    amount: rupees(claim.amountMinor),
    words: amountInWords(claim.amountMinor),
    paid: day(claim.declaredAt),
    confirmed: day(claim.confirmedAt ?? claim.declaredAt),
    reference: claim.reference,
  });
  return {
    to: email,
    subject: t('mails.paymentConfirmedSubject'),
    body: t('mails.paymentConfirmed', {
      name,
      receipt: claim.utr ? `${receipt}\nUTR: ${claim.utr}` : receipt,
      access: until ? `${t('mails.receiptUntil', { until: day(until) })}\n\n` : '',
      link: config.siteUrl + pathIn(claim.language, '/payment'),
    }),
  };
}

export function rejectionMail(row: LedgerRow, note: string | undefined): Mail {
  const { claim, email, name } = row;
  const { t, plan } = textsFor(row);
  const amount = rupees(claim.amountMinor);
  const params = { name, plan: plan.toLowerCase(), amount, reference: claim.reference };
  return {
    to: email,
    subject: t('mails.paymentRejectedSubject'),
    body: t('mails.paymentRejected', { ...params, note: note || t('plans.noNote') }),
  };
}

/** Mail about the late newspaper and the new end of a reader's plan. */
export function lengtheningMail(
  { config }: Pick<Context, 'config'>,
  { name, email, language }: { name: string; email: string; language: Language },
  { day, days, came, until }: LateNewspaper & { until: Date },
): Mail {
  const t = translator(language);
  const format = indianDateFormat(languages[language].locale, { dateStyle: 'long' });
  const paper = { day: format.format(noonInIndia(day)), days };
  return {
    to: email,
    subject: t('mails.planLengthenedSubject', { until: format.format(until) }),
    body: t('mails.planLengthened', {
      name,
      reason: t(came ? 'lengthenings.late' : 'lengthenings.missing', paper),
      days,
      until: format.format(until),
      link: config.siteUrl + pathIn(language, '/payment'),
    }),
  };
}

// In the payer's language, not the admin's.
function textsFor({ claim }: LedgerRow) {
  const t = translator(claim.language);
  const format = indianDateFormat(languages[claim.language].locale, { dateStyle: 'long' });
  return { t, plan: t(`plans.${claim.plan}`), day: (instant: Date) => format.format(instant) };
}
