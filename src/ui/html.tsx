import { useMemo } from 'react';
import type { Html } from '#src/calls/html.ts';
import { trustedHtml } from '#src/client/trusted-types.ts';

/**
 * The only component that inserts HTML into a page. React inserts it again whenever the object is another one, also when
 * the HTML is the same: a reader would lose his place in a table and the words that he had selected.
 */
export function HtmlText({ html, className }: { html: Html; className: string }) {
  const inner = useMemo(() => ({ __html: trustedHtml(html) }), [html]);
  return <div className={className} dangerouslySetInnerHTML={inner} />;
}
