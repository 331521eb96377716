import { type Ref, useMemo } from 'react';
import type { Html } from '#src/calls/html.ts';
import { trustedHtml } from '#src/client/trusted-types.ts';

interface HtmlTextProps {
  html: Html;
  className: string;
  ref?: Ref<HTMLDivElement>;
}

/**
 * The only component that inserts HTML into a page. Memoized: for a new object React inserts even the same HTML again,
 * and a reader would lose his place in a table and his selection.
 */
export function HtmlText({ html, className, ref }: HtmlTextProps) {
  const inner = useMemo(() => ({ __html: trustedHtml(html) }), [html]);
  return <div ref={ref} className={className} dangerouslySetInnerHTML={inner} />;
}
