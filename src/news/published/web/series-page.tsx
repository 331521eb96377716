import { pagePath } from '#src/client/paths.ts';
import type { Language } from '#src/messages/languages.ts';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { breadcrumbs } from '#src/news/cards/publisher.rules.ts';
import { MissingPage } from '#src/news/cards/web/missing.tsx';
import { storiesShown } from '#src/news/cards/web/search-and-stories.tsx';
import { withTopStories } from '#src/news/front/server/front.service.ts';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { PageHead, useSiteUrl } from '#src/ui/page-head.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { StructuredData } from '#src/ui/structured-data.tsx';
import { getSeriesPage } from '../server/topic-pages.service.ts';
import type { Route } from './+types/series-page';
import { PartList } from './story-series.tsx';
import '#src/news/cards/web/news.css';

export const handle = { texts: ['news', 'topics'], deferScripts: true };

export const loader = pageLoader((ctx, { params }) =>
  withTopStories(ctx, storiesShown, getSeriesPage(ctx, params.series ?? '')),
);

/** The parts of a series, in order. */
export default function SeriesPage({ loaderData: page }: Route.ComponentProps) {
  const { title, slug, language: shownIn, description, parts } = page;
  const { t, language } = useTexts();
  const origin = useSiteUrl();
  const at = (code: Language) => pagePath(code, '/series/:series', { series: slug });
  const ofSeries = { lang: shownIn === language ? undefined : shownIn, dir: directionOf(shownIn) };
  return (
    <div className="page">
      <PageTitle>{title}</PageTitle>
      <PageHead title={title} description={description || t('topics.seriesDescription', { title })} at={at} />
      <StructuredData
        of={import.meta.env.SSR ? () => [breadcrumbs(origin, [{ name: title, path: at(language) }])] : undefined}
      />
      <header className="category-head">
        <p className="kicker">{t('topics.series')}</p>
        <h1 {...ofSeries}>{title}</h1>
        {description && <p {...ofSeries}>{description}</p>}
      </header>
      {parts.length === 0 ? (
        <p className="pt-12 font-serif text-2xl text-soft">{t('topics.noParts')}</p>
      ) : (
        <PartList parts={parts} />
      )}
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTexts();
  return <MissingPage sentence={t('topics.seriesNotFound')} />;
}
