import type { ReactNode } from 'react';

/** A scrollable region for content that may be larger than its container, also by keyboard. */
export function ScrollArea({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be focusable
    <section aria-label={label} tabIndex={0} className={className}>
      {children}
    </section>
  );
}
