import { lazy, Suspense, use } from 'react';
import { Outlet } from 'react-router';
import { pagePath, usePaths } from '#src/client/paths.ts';
import { useSession } from '#src/client/session.ts';
import { useReaderLists } from '#src/client/use-reader-lists.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { publisherData } from '#src/news/cards/publisher.rules.ts';
import { OtherLanguages } from '#src/news/cards/web/other-languages.tsx';
import { useRefreshOnFocus } from '#src/news/cards/web/use-refresh-on-focus.ts';
import { orderParameter } from '#src/news/stories/language-order.rules.ts';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { PageHead, useSiteUrl } from '#src/ui/page-head.tsx';
import { PageTitle, SiteName } from '#src/ui/page-title.tsx';
import { StructuredData } from '#src/ui/structured-data.tsx';
import { getFront } from '../server/front.service.ts';
import type { Route } from './+types/board-page';
import { Board } from './board.tsx';
import { FrontTop } from './front-top.tsx';
import { SinceLast } from './since-last.tsx';
import '#src/news/cards/web/news.css';

export const handle = { texts: ['news', 'languages'], deferScripts: true };

export const loader = pageLoader((ctx, { request }) =>
  getFront(ctx, new URL(request.url).searchParams.get(orderParameter) ?? undefined),
);

// Loaded for editors only, to keep the editing tools out of the readers' bundle.
const ArrangedBoard = lazy(() => import('./arranged-board.tsx'));
// For those who have read something on this device.
const CorrectedNote = lazy(() =>
  import('#src/news/corrections/web/corrected-note.tsx').then((loaded) => ({ default: loaded.CorrectedNote })),
);

/** The board. A child route renders below it; other slices use this as an extension point (src/routes.ts). */
export default function BoardPage({ loaderData: front }: Route.ComponentProps) {
  const { t } = useTexts();
  const { order, hasChoice, others } = front;
  const to = usePaths();
  const path = to('/news');
  const site = use(SiteName);
  const origin = useSiteUrl();
  const isEditor = useSession(({ role }) => isAllowed(role, 'editors'));
  const hasHistory = useReaderLists(({ history }) => Object.keys(history).length > 0);
  useRefreshOnFocus(front, () => !isEditor); // ArrangedBoard has its own refresh
  const board = (
    <>
      <FrontTop front={front} />
      <Board sections={front.sections} first={!front.lead} />
    </>
  );
  return (
    <div className="page">
      <PageTitle>{t('news.boardHeading')}</PageTitle>
      <PageHead title={site} description={t('news.boardDescription')} at={(language) => pagePath(language, '/news')} />
      <StructuredData of={import.meta.env.SSR ? () => publisherData({ origin, name: site }) : undefined} />
      <h1 className="sr-only">{t('news.boardHeading')}</h1>
      <SinceLast front={front} />
      {isEditor ? (
        <Suspense fallback={board}>
          <ArrangedBoard front={front} />
        </Suspense>
      ) : (
        board
      )}
      <Outlet />
      {front.sections.length > 0 && (
        <p className="section py-3">
          <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/latest')}>
            {t('news.latest')}
          </a>
        </p>
      )}
      <OtherLanguages cards={others} order={hasChoice ? order : undefined} path={path} />
      {hasHistory && (
        <Suspense>
          <CorrectedNote className="corrected-note no-print" most={1} />
        </Suspense>
      )}
    </div>
  );
}
