import { useEffect } from 'react';
import { usePaths } from '#src/client/paths.ts';
import { usePlace } from '#src/client/place/place.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { PageTitle } from './page-title.tsx';

const named: Record<number, 'forbidden' | 'notFound' | 'gone' | 'tooMany'> = {
  403: 'forbidden',
  404: 'notFound',
  410: 'gone',
  429: 'tooMany',
};

// A page that could not be requested has no status. On the server, `onLine` is undefined.
const isOffline = () => navigator.onLine === false;

/** Replaces a page that could not be shown. `sentence` describes the requested page. */
export function ErrorPage({ status, sentence }: { status: number; sentence?: string }) {
  const { t } = useTexts();
  const kind = named[status] ?? (isOffline() ? 'offline' : 'error');
  useEffect(() => {
    if (kind !== 'offline') return;
    const reload = () => window.location.reload();
    // Going back requests only a page's data, but the whole page may be in offline storage.
    if (navigator.serviceWorker?.controller) void caches.match(window.location.href).then((saved) => saved && reload());
    window.addEventListener('online', reload); // the text announces this
    return () => window.removeEventListener('online', reload);
  }, [kind]);
  return (
    <div className="page py-16 md:py-24">
      <PageTitle>{t(`shell.${kind}Title`)}</PageTitle>
      <meta name="robots" content="noindex" />
      {kind !== 'offline' && <p className="kicker tabular">{status}</p>}
      <h1 className="mt-2 font-bold text-4xl md:text-6xl">{t(`shell.${kind}Title`)}</h1>
      {sentence && (
        <p className="mt-4 font-semibold text-bad" role="alert">
          {sentence}
        </p>
      )}
      {/* The server adds the request's id. */}
      <p className="mt-4 max-w-prose font-serif text-xl" suppressHydrationWarning>
        {t(`shell.${kind}Text`)}
      </p>
      <FallbackLinks login={status === 403} again={status === 429 || !named[status]} />
    </div>
  );
}

/** Links to other pages, for a page without content. `again` adds a link that retries the page. */
export function FallbackLinks({ login = false, again = false }: { login?: boolean; again?: boolean }) {
  const { t } = useTexts();
  const to = usePaths();
  const { pathname, search } = usePlace();
  return (
    <p className="mt-6 flex flex-wrap gap-x-6 font-semibold">
      {again && (
        <a className="link inline-flex min-h-11 items-center" href={pathname + search} data-reload>
          {t('shell.tryAgain')}
        </a>
      )}
      {login && (
        <a
          className="link inline-flex min-h-11 items-center"
          href={`${to('/login')}?from=${encodeURIComponent(pathname + search)}`}
        >
          {t('shell.login')}
        </a>
      )}
      <a className="link inline-flex min-h-11 items-center" href={to('/news')}>
        {t('shell.toNews')}
      </a>
      <a className="link inline-flex min-h-11 items-center" href={to('/')}>
        {t('shell.toHome')}
      </a>
    </p>
  );
}
