import { useSearchParams } from 'react-router';
import { pagePath, usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { FallbackLinks } from '#src/ui/error-page.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { getResearch } from '../server/research.service.ts';
import type { Route } from './+types/research-page';
import { EssayCard } from './essay-card.tsx';
import { ResearchFilter } from './research-filter.tsx';
import './research.css';

export const loader = pageLoader((ctx, { request }) => {
  const query = new URL(request.url).searchParams;
  const { search = '', type = '', year = '', after } = Object.fromEntries(query);
  return getResearch(ctx, { search, type, year, after });
});

/** Approved essays that are PDFs, newest first. */
export default function ResearchPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts();
  const to = usePaths();
  const { essays, nextCursor, search, type, year } = loaderData;
  const later = useSearchParams()[0].has('after');
  const filtered = search !== '' || type !== '' || year !== '';
  const given = Object.entries({ search, type, year }).filter(([, value]) => value);
  const address = (more: Record<string, string> = {}) => {
    const query = new URLSearchParams([...given, ...Object.entries(more)]).toString();
    return to('/research') + (query && `?${query}`);
  };
  return (
    <div className="page py-8 md:py-10">
      <PageTitle>{t('research.title')}</PageTitle>
      <PageHead
        title={t('research.title')}
        description={t('research.lead')}
        at={(language) => pagePath(language, '/research')}
      />
      {filtered && <meta name="robots" content="noindex" />}
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-10 gap-y-3">
        <div>
          <h1 className="font-extrabold text-4xl md:text-5xl">{t('research.title')}</h1>
          <p className="mt-2 max-w-prose font-serif text-lg text-soft">{t('research.lead')}</p>
        </div>
        <p className="flex flex-wrap gap-x-6">
          <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/publication')}>
            {t('research.handIn')}
          </a>
          <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/how-we-decide')}>
            {t('shell.howWeDecide')}
          </a>
        </p>
      </header>
      <ResearchFilter key={address()} chosen={loaderData} action={to('/research')} />
      {essays.length === 0 && <p className="py-16 font-serif text-2xl text-soft">{t('research.none')}</p>}
      <ul className="essay-grid">
        {essays.map((essay, index) => (
          <EssayCard key={essay.id} essay={essay} first={index < 3} />
        ))}
      </ul>
      <p className="mt-8 flex flex-wrap gap-6 font-semibold">
        {nextCursor && (
          <a className="link inline-flex min-h-11 items-center" rel="next" href={address({ after: nextCursor })}>
            {t('research.older')}
          </a>
        )}
        {later && (
          <a className="link inline-flex min-h-11 items-center" href={address()}>
            {t('research.newest')}
          </a>
        )}
      </p>
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTexts();
  return (
    <div className="page py-10">
      <PageTitle>{t('research.title')}</PageTitle>
      <h1 className="font-extrabold text-4xl md:text-5xl">{t('research.title')}</h1>
      <p role="alert" className="pt-8 font-serif text-2xl">
        {t('research.failed')}
      </p>
      <FallbackLinks again />
    </div>
  );
}
