import type { ReactNode } from 'react';

/** A section of a page with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10 border-rule border-t pt-6">
      <h2 className="font-bold text-2xl">{title}</h2>
      {children}
    </section>
  );
}
