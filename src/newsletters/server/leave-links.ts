import type { SignedCodes } from '#src/platform/signed-codes.ts';
import { escapeXml } from '#src/platform/xml.ts';

/** An issue as HTML and as plain text, which both say `leaveHere` in place of the link by which its reader leaves. */
export interface IssueMail {
  html: string;
  text: string;
}

export const leaveHere = 'https://leave.invalid/';

/** The mail with the link by which this reader leaves. */
export const forReader = ({ html, text }: IssueMail, link: string): IssueMail => ({
  html: html.replaceAll(leaveHere, escapeXml(link)),
  text: text.replaceAll(leaveHere, link),
});

/** What proves that a subscription's reader wants to leave: it is only in his mails, and stored nowhere. */
export const leaveKey = (codes: SignedCodes, subscriptionId: number): string =>
  codes.hmac(`newsletter subscription ${subscriptionId}`, 26);

/** The query of the links by which a reader leaves a newsletter. It works for as long as the subscription is stored. */
export const leaveQuery = (codes: SignedCodes, subscriptionId: number): string =>
  `?subscription=${subscriptionId}&key=${leaveKey(codes, subscriptionId)}`;
