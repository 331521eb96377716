import { type Ref, useMemo } from 'react';
import type { Html } from '#src/calls/html.ts';
import { trustedHtml } from '#src/client/trusted-types.ts';

interface HtmlTextProps {
  html: Html;
  className: string;
  ref?: Ref<HTMLDivElement>;
}

/**
 * The only component that inserts HTML into a page. React inserts it again whenever the object is another one, also when
 * the HTML is the same: a reader would lose his place in a table and the words that he had selected.
 */
export function HtmlText({ html, className, ref }: HtmlTextProps) {
  const inner = useMemo(() => ({ __html: trustedHtml(html) }), [html]);
  return <div ref={ref} className={className} dangerouslySetInnerHTML={inner} />;
}
