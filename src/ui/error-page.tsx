import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useTexts } from '#src/messages/texts.tsx';
import { PageTitle } from './page-title.tsx';
import { usePaths } from './paths.ts';

const named: Record<number, 'forbidden' | 'notFound' | 'gone' | 'tooMany'> = {
  403: 'forbidden',
  404: 'notFound',
  410: 'gone',
  429: 'tooMany',
};

// A page that could not even be asked for has no status of its own.
const isOffline = () => typeof navigator === 'object' && navigator.onLine === false;

/** What a reader sees in place of a page that could not be shown; `sentence` says what the page would have been. */
export function ErrorPage({ status, sentence }: { status: number; sentence?: string }) {
  const { t } = useTexts();
  const kind = named[status] ?? (isOffline() ? 'offline' : 'error');
  useEffect(() => {
    if (kind !== 'offline') return;
    const comeBack = () => window.location.reload();
    // Back asks for a page's data alone, while the device may have kept the whole page.
    if (navigator.serviceWorker?.controller) void caches.match(window.location.href).then((kept) => kept && comeBack());
    window.addEventListener('online', comeBack); // as the text promises
    return () => window.removeEventListener('online', comeBack);
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
      <p className="mt-4 max-w-prose font-serif text-xl">{t(`shell.${kind}Text`)}</p>
      <WaysOn login={kind === 'forbidden'} again={['error', 'offline', 'tooMany'].includes(kind)} />
    </div>
  );
}

/** Where to go from a page that has nothing to show; `again` offers the page itself once more. */
export function WaysOn({ login = false, again = false }: { login?: boolean; again?: boolean }) {
  const { t } = useTexts();
  const to = usePaths();
  const { pathname, search } = useLocation();
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
