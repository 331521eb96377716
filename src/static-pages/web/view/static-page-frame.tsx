import type { ReactNode } from 'react';
import { pagePath } from '#src/client/paths.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';

type Path =
  | '/about'
  | '/college'
  | '/contact'
  | '/editorial-policy'
  | '/grievance'
  | '/privacy'
  | '/terms'
  | '/university';

/** The frame of every static page: title, description, canonical URL. */
export function StaticPageFrame(props: { title: string; description: string; path: Path; children: ReactNode }) {
  const { title, description, path, children } = props;
  return (
    <div className="page py-8 md:py-12">
      <PageTitle>{title}</PageTitle>
      <PageHead title={title} description={description} at={(language) => pagePath(language, path)} />
      {children}
    </div>
  );
}
