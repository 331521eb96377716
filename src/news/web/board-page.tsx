import { lazy, Suspense } from 'react';
import { useSession } from '#src/client/session.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/page-context.ts';
import { PageAddress } from '#src/ui/page-address.tsx';
import { pagePath } from '#src/ui/paths.ts';
import { getBoard } from '../server/reading.service.ts';
import type { Route } from './+types/board-page';
import { Board } from './board.tsx';
import './news.css';
import { PageTitle } from '#src/ui/page-title.tsx';

export const handle = { texts: ['news'] };

export const loader = pageLoader((ctx) => getBoard(ctx));

// Editors only: their tools never reach a reader's phone.
const ArrangedBoard = lazy(() => import('./arranged-board.tsx'));

export default function BoardPage({ loaderData: sections }: Route.ComponentProps) {
  const { t } = useTexts();
  const isAdmin = useSession(({ user }) => user.isAdmin);
  const board = <Board sections={sections} />;
  return (
    <div className="page">
      <PageTitle>{t('news.boardHeading')}</PageTitle>
      <meta name="description" content={t('news.boardDescription')} />
      <PageAddress at={(language) => pagePath(language, '/news')} />
      <h1 className="sr-only">{t('news.boardHeading')}</h1>
      {isAdmin ? (
        <Suspense fallback={board}>
          <ArrangedBoard sections={sections} />
        </Suspense>
      ) : (
        board
      )}
    </div>
  );
}
