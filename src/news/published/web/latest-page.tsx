import { pagePath } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { listQuery, StoryListing } from '#src/news/cards/web/story-listing.tsx';
import { useRefreshOnFocus } from '#src/news/cards/web/use-refresh-on-focus.ts';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { getLatest } from '../server/reading.service.ts';
import type { Route } from './+types/latest-page';
import '#src/news/cards/web/news.css';

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
