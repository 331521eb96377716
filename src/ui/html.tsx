import type { Html } from '#src/calls/html.ts';
import { trustedHtml } from '#src/client/trusted.ts';

/** The one place where HTML gets into a page as it is. */
export function HtmlText({ html, className, as: Tag = 'div' }: { html: Html; className: string; as?: 'div' | 'p' }) {
  return <Tag className={className} dangerouslySetInnerHTML={{ __html: trustedHtml(html) }} />;
}
