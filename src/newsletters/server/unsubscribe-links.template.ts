import { escapeXml } from '#src/platform/text/xml.ts';

/** An issue as HTML and as plain text, both with the placeholder `leaveHere` for its reader's unsubscribe link. */
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
