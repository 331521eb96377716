import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/page-context.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { pagePath } from '#src/ui/paths.ts';
import { getLatest } from '../server/reading.service.ts';
import type { Route } from './+types/latest-page';
import { listQuery, StoryListing } from './story-listing.tsx';
import { useRefreshOnFocus } from './use-refresh-on-focus.ts';
import './news.css';

export const handle = { texts: ['news', 'languages'], deferScripts: true };

export const loader = pageLoader((ctx, { request }) => getLatest(ctx, listQuery(request)));

/** The newest stories of all sections. */
export default function LatestPage({ loaderData: list }: Route.ComponentProps) {
  const { t, language } = useTexts();
  useRefreshOnFocus(list);
  return (
    <div className="page">
      <PageTitle>{t('news.latest')}</PageTitle>
      <PageHead
        title={t('news.latest')}
        description={t('news.latestDescription')}
        at={(code) => pagePath(code, '/latest')}
      />
      <header className="category-head">
        <h1>{t('news.latest')}</h1>
      </header>
      <StoryListing list={list} path={pagePath(language, '/latest')} />
    </div>
  );
}
