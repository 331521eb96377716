import { use, useEffect } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { pagePath, usePaths } from '#src/client/paths.ts';
import { periods } from '#src/epaper/pages/editions.rules.ts';
import { libraryData } from '#src/epaper/pages/structured.rules.ts';
import { useSavedEditions } from '#src/epaper/saved-editions/web/use-saved-editions.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { FallbackLinks } from '#src/ui/error-page.tsx';
import { PageHead, useSiteUrl } from '#src/ui/page-head.tsx';
import { PageTitle, SiteName } from '#src/ui/page-title.tsx';
import { StructuredData } from '#src/ui/structured-data.tsx';
import { getLibrary, type Library } from '../server/library.service.ts';
import type { Route } from './+types/library-page';
import { Archive } from './archive.tsx';
import { DueEditionNote } from './due-edition-note.tsx';
import { EditionCard } from './edition-card.tsx';
import { PlanNote } from './plan-note.tsx';
import './library.css';

export const handle = { texts: ['epaper', 'lengthenings'], deferScripts: true };

export const loader = pageLoader((ctx, { request }) => {
  const query = new URL(request.url).searchParams;
  return getLibrary(ctx, { month: query.get('month') ?? '', edition: query.get('edition') ?? '' });
});

const coverPauseMs = 3000;

/** The library: weekly, monthly and yearly editions. */
export default function LibraryPage({ loaderData: { reports, months, month, weekday, late } }: Route.ComponentProps) {
  const { t } = useTexts();
  const to = usePaths();
  const paper = { origin: useSiteUrl(), name: use(SiteName) };
  const wanted = useWantedEdition();
  const saved = useSavedEditions();
  useMissingCovers(reports);
  return (
    <div className="page py-8 md:py-10">
      <PageTitle>{t('epaper.shelfTitle')}</PageTitle>
      <PageHead
        title={t('epaper.heading')}
        description={t('epaper.shelfDescription')}
        at={(language) => pagePath(language, '/e-paper')}
      />
      <StructuredData of={import.meta.env.SSR ? () => libraryData(paper, reports) : undefined} />
      {month && <meta name="robots" content="noindex" />}
      <header className="mb-8 flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <h1 className="font-extrabold text-4xl md:text-5xl">{t('epaper.heading')}</h1>
        <PlanNote />
        <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/e-paper/search')}>
          {t('epaper.searchAll')}
        </a>
        <DueEditionNote weekday={weekday} late={late} />
      </header>
      {periods.map((period) => {
        const shown = reports.filter(({ category }) => category === period);
        return (
          <section key={period} className="rack-section">
            <h2>{t(`epaper.${period}Reports`)}</h2>
            {shown.length === 0 && (
              <p className="py-6 font-serif text-soft text-xl">{t(month ? 'epaper.noneInMonth' : 'epaper.noneYet')}</p>
            )}
            <ul className="rack">
              {shown.map((report, index) => (
                <EditionCard
                  key={report.id}
                  report={report}
                  first={index < 2}
                  wanted={report.id === wanted}
                  saved={saved.some(({ id }) => id === report.id)}
                />
              ))}
            </ul>
          </section>
        );
      })}
      <Archive months={months} month={month} />
    </div>
  );
}

/** The edition that the reader chose before the login or payment. */
function useWantedEdition(): number | null {
  const [search] = useSearchParams();
  const wanted = search.get('edition');
  return wanted === null ? null : Number(wanted);
}

// A cover takes a few seconds after the upload; until then, for at most a minute, the page revalidates its data.
function useMissingCovers(reports: Library['reports']) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const recently = Date.now() - 60_000;
    const missing = reports.some((r) => !r.thumbnail_url && Date.parse(r.created_at) > recently);
    if (!missing) return;
    const timer = setTimeout(() => void revalidate(), coverPauseMs);
    return () => clearTimeout(timer);
  }, [reports, revalidate]);
}

export function ErrorBoundary() {
  const { t } = useTexts();
  return (
    <div className="page py-10">
      <PageTitle>{t('epaper.shelfTitle')}</PageTitle>
      <h1 className="font-extrabold text-4xl md:text-5xl">{t('epaper.heading')}</h1>
      <p role="alert" className="pt-8 font-serif text-2xl">
        {t('epaper.failed')}
      </p>
      <FallbackLinks again />
    </div>
  );
}
