import type { ReactNode } from 'react';

/** What may be larger than its place: it scrolls by itself, also by keyboard. */
export function ScrollArea({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be focusable
    <section aria-label={label} tabIndex={0} className={className}>
      {children}
    </section>
  );
}
