import type { ReactNode } from 'react';
import { PageHead } from '#src/ui/page-head.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { pagePath } from '#src/ui/paths.ts';

type Path =
  | '/about'
  | '/college'
  | '/contact'
  | '/editorial-policy'
  | '/grievance'
  | '/privacy'
  | '/terms'
  | '/university';

/** What every standing page has around it: title, description, its one address. */
export function StandingFrame(props: { title: string; description: string; path: Path; children: ReactNode }) {
  const { title, description, path, children } = props;
  return (
    <div className="page py-8 md:py-12">
      <PageTitle>{title}</PageTitle>
      <PageHead title={title} description={description} at={(language) => pagePath(language, path)} />
      {children}
    </div>
  );
}
