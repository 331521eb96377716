import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { openReaderLists } from '#src/client/reader-lists.ts';
import { restoreSession } from '#src/client/session.ts';
import { useSavedEditionsCheck } from '#src/epaper/saved-editions/web/use-saved-editions-check.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { LinkClicks } from '#src/ui/link-clicks.tsx';
import { useSiteUrl } from '#src/ui/page-head.tsx';
import type { Shell } from '../shell.contract.ts';
import { CategoryBar } from './category-bar.tsx';
import { Footer } from './footer.tsx';
import { LoadingNote } from './loading-note.tsx';
import { Nameplate } from './nameplate.tsx';
import { OfflineNote } from './offline/offline-note.tsx';
import { SessionWatch } from './session-watch.tsx';
import { SiteNav } from './site-nav.tsx';
import { ToastArea } from './toast-area.tsx';
import { TopStrip } from './top-strip.tsx';

const newsPath = /^(?:\/[a-z]{2})?\/news(\/|$)/; // /news, /news/42 and /hi/news, but not /newsletter

/** Header and footer of every page. Pages under /news have the nameplate, the others the site's navigation. */
export function SiteFrame({ shell, children }: { shell: Shell | undefined; children: ReactNode }) {
  const { t } = useTexts();
  const { pathname } = useLocation();
  const news = newsPath.exec(pathname);
  const origin = useSiteUrl();
  // The stored user exists only in the browser.
  useEffect(() => void restoreSession(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: notes each page as a visit
  useEffect(openReaderLists, [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: headlines change with the page
  useEffect(enableOtherScripts, [pathname]);
  useSavedEditionsCheck();
  const main = useFocusOnNewPage(pathname);
  return (
    <LinkClicks>
      <a href="#content" className="skip no-print">
        {t('shell.skip')}
      </a>
      <LoadingNote />
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
      <ToastArea />
      <SessionWatch />
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

// Lets the styles load fonts of other scripts if such a headline is in view, else at the first scroll: see fonts.css.
function enableOtherScripts() {
  const enable = () => {
    document.documentElement.dataset.scripts = 'all';
  };
  const headlines = [...document.querySelectorAll('.story-words[lang]')];
  if (headlines.some((headline) => headline.getBoundingClientRect().top < innerHeight)) return enable();
  addEventListener('scroll', enable, { once: true, passive: true });
  return () => removeEventListener('scroll', enable);
}
