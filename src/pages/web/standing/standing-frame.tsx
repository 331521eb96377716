import type { ReactNode } from 'react';
import { PageTitle } from '#src/ui/page-title.tsx';

/** What every standing page has around it: title, description, its one address. */
export function StandingFrame(props: { title: string; description: string; path: string; children: ReactNode }) {
  const { title, description, path, children } = props;
  return (
    <div className="page py-8 md:py-12">
      <PageTitle>{title}</PageTitle>
      <meta name="description" content={description} />
      <link rel="canonical" href={path} />
      {children}
    </div>
  );
}
