import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { useSession } from '#src/client/session.ts';
import { useReaderLists } from '#src/client/use-reader-lists.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { Section } from '#src/ui/section.tsx';
import '#src/news/cards/web/news.css';

export const handle = { texts: ['following', 'news'] };

// With the calls and their validation, which the page does not need before it has read the lists.
const Lists = lazy(() => import('./reader-lists.tsx').then((loaded) => ({ default: loaded.ReaderLists })));

/**
 * What the reader of this device follows, has saved and has read. The same page for everyone: decision 165. A later slice
 * adds what the device is notified of.
 */
export default function ForYouPage() {
  const { t } = useTexts();
  const ready = useReaderLists((reading) => reading.ready);
  const isMember = useSession(({ user }) => user.token !== '');
  return (
    <div className="page max-w-3xl pb-10">
      <PageTitle>{t('shell.forYou')}</PageTitle>
      <meta name="robots" content="noindex" />
      <header className="category-head">
        <h1>{t('shell.forYou')}</h1>
      </header>
      <p className="mt-2 max-w-prose text-soft">{t('following.lead')}</p>
      <noscript>
        <p className="mt-4 font-semibold">{t('following.needsScripts')}</p>
      </noscript>
      {ready && (
        <Suspense fallback={<p className="py-6 text-soft">{t('shell.loading')}</p>}>
          <Lists>
            <Outlet />
          </Lists>
        </Suspense>
      )}
      <Section title={t('following.where')}>
        <p className="mt-2 max-w-prose">{t('following.onDevice')}</p>
        <p className="mt-2 max-w-prose">{t(isMember ? 'following.inAccount' : 'following.withAccount')}</p>
      </Section>
    </div>
  );
}
