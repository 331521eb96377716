import { escapeXml } from '#src/platform/text/xml.ts';

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
