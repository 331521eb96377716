import { directionOf, type Language } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { escapeXml } from '../text/xml.ts';
import { errorReference } from './error-reference.ts';

/** An error page for when React cannot render one: translated texts, without the site's frame and scripts. */
export function plainPage(status: number, language: Language, address: string, requestId: string): string {
  const t = translator(language);
  const kind = status === 429 ? 'tooMany' : status === 404 || status === 400 ? 'notFound' : 'error';
  const [title, text] = [escapeXml(t(`shell.${kind}Title`)), escapeXml(t(`shell.${kind}Text`))];
  const retryLink =
    kind === 'notFound' ? '' : `<p><a href="${escapeXml(address)}">${escapeXml(t('shell.tryAgain'))}</a></p>`;
  const reference = status >= 500 ? `<p>${errorReference(t, requestId)}</p>` : '';
  return `<!DOCTYPE html>
<html lang="${language}" dir="${directionOf(language)}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title}</title>
<style>body{max-width:36em;margin:15vh auto;padding:0 16px;font:1.25rem/1.6 Georgia,serif;background:#fffdf9;color:#161412}
@media(prefers-color-scheme:dark){body{background:#161412;color:#f4efe6}a{color:inherit}}</style>
<h1>${title}</h1><p>${text}</p>${retryLink}${reference}`;
}

/** The Content-Security-Policy of the plain page: it runs and loads nothing. */
export const plainPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";
