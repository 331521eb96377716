import type { Html } from '#src/calls/html.ts';
import { trustedHtml } from '#src/client/trusted-types.ts';

/** The only component that inserts HTML into a page. */
export function HtmlText({ html, className, as: Tag = 'div' }: { html: Html; className: string; as?: 'div' | 'p' }) {
  return <Tag className={className} dangerouslySetInnerHTML={{ __html: trustedHtml(html) }} />;
}
