import { type ReactNode, use, useEffect, useRef } from 'react';
import { usePlace } from '#src/client/place/place.ts';
import { openReaderLists } from '#src/client/reader-lists.ts';
import { restoreSession } from '#src/client/session.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { DocumentPageContext } from '#src/ui/document/document-page.ts';
import { Island } from '#src/ui/document/island.tsx';
import { enableOtherScripts } from '#src/ui/document/other-scripts.ts';
import { startPresses } from '#src/ui/document/presses.ts';
import { LinkClicks } from '#src/ui/link-clicks.tsx';
import { useSiteUrl } from '#src/ui/page-head.tsx';
import type { Shell } from '../shell.contract.ts';
import { CategoryBar } from './category-bar.tsx';
import { Footer } from './footer.tsx';
import { LoadingNote } from './loading-note.tsx';
import { Nameplate } from './nameplate.tsx';
import { OfflineNote } from './offline/offline-note.tsx';
import SessionWatch from './session-watch.island.tsx';
import { SiteNav } from './site-nav.tsx';
import { watchStuckBar } from './stuck-bar.ts';
import ToastArea from './toast-area.island.tsx';
import { TopStrip } from './top-strip.tsx';

const newsPath = /^(?:\/[a-z]{2})?\/news(\/|$)/; // /news, /news/42 and /hi/news, but not /newsletter

/** Header and footer of every page. Pages under /news have the nameplate, the others the site's navigation. */
export function SiteFrame({ shell, children }: { shell: Shell | undefined; children: ReactNode }) {
  const { t } = useTexts();
  const { pathname } = usePlace();
  const news = newsPath.exec(pathname);
  const origin = useSiteUrl();
  const isApplication = use(DocumentPageContext) === undefined;
  // The stored user exists only in the browser. Documents have entry.document.ts and entry.islands.tsx instead of these.
  useEffect(() => void restoreSession(), []);
  useEffect(startPresses, []);
  useEffect(startOfflineWatch, []);
  useEffect(watchStuckBar, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: notes each page as a visit
  useEffect(openReaderLists, [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: headlines change with the page
  useEffect(enableOtherScripts, [pathname]);
  const main = useFocusOnNewPage(pathname);
  return (
    <LinkClicks>
      <a href="#content" className="skip no-print">
        {t('shell.skip')}
      </a>
      {isApplication && <LoadingNote />}
      <OfflineNote allowed={shell?.offlineReading ?? true} />
      <header className="no-print contents">
        <TopStrip shell={shell} />
        {news ? <Nameplate shell={shell} slim={news[1] !== ''} /> : <SiteNav nameplate={shell?.site.nameplate} />}
        <CategoryBar categories={shell?.categories ?? []} nameplate={shell?.site.nameplate} withWings={news !== null} />
      </header>
      {/* An essay's page exists with and without a trailing slash; the server renders one of the two. */}
      <p className="page hidden print:block">
        <span className="font-black font-serif text-2xl">{shell?.site.nameplate}</span>{' '}
        <bdi suppressHydrationWarning>{origin + pathname}</bdi>
      </p>
      <main ref={main} id="content" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <Footer shell={shell} />
      <Island of={ToastArea} />
      <Island of={SessionWatch} />
    </LinkClicks>
  );
}

/**
 * Moves the focus to the new page after a client-side navigation, as a page load would. Otherwise it would stay on a
 * link in the footer or in a closed menu.
 */
function useFocusOnNewPage(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    delete document.documentElement.dataset.storedCopy; // of the page that the server sent
    // The page may have moved the focus itself.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

function startOfflineWatch() {
  const started = import('./offline/watch-offline.ts').then(
    ({ watchOffline }) => watchOffline(),
    () => undefined, // without a network; the next page tries again
  );
  return () => void started.then((stop) => stop?.());
}
