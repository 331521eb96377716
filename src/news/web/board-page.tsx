import { lazy, Suspense, use } from 'react';
import { useSession } from '#src/client/session.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/page-context.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { PageHead, useSiteUrl } from '#src/ui/page-head.tsx';
import { PageTitle, SiteName } from '#src/ui/page-title.tsx';
import { pagePath } from '#src/ui/paths.ts';
import { StructuredData } from '#src/ui/structured-data.tsx';
import { getBoard } from '../server/reading.service.ts';
import { publisherData } from '../structured.rules.ts';
import type { Route } from './+types/board-page';
import { Board } from './board.tsx';
import { useRefreshOnFocus } from './use-refresh-on-focus.ts';
import './news.css';

export const handle = { texts: ['news'] };

export const loader = pageLoader((ctx) => getBoard(ctx));

// Loaded for editors only, to keep the editing tools out of the readers' bundle.
const ArrangedBoard = lazy(() => import('./arranged-board.tsx'));

export default function BoardPage({ loaderData: sections }: Route.ComponentProps) {
  const { t } = useTexts();
  const site = use(SiteName);
  const origin = useSiteUrl();
  const isEditor = useSession(({ role }) => isAllowed(role, 'editors'));
  useRefreshOnFocus(sections, () => !isEditor); // ArrangedBoard has its own refresh
  const board = <Board sections={sections} />;
  return (
    <div className="page">
      <PageTitle>{t('news.boardHeading')}</PageTitle>
      <PageHead title={site} description={t('news.boardDescription')} at={(language) => pagePath(language, '/news')} />
      <StructuredData of={import.meta.env.SSR ? () => publisherData({ origin, name: site }) : undefined} />
      <h1 className="sr-only">{t('news.boardHeading')}</h1>
      {isEditor ? (
        <Suspense fallback={board}>
          <ArrangedBoard sections={sections} />
        </Suspense>
      ) : (
        board
      )}
    </div>
  );
}
