import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { restoreSession } from '#src/client/session.ts';
import { useKeptWatch } from '#src/epaper/web/keeping/use-kept-watch.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { LinkClicks } from '#src/ui/link-clicks.tsx';
import { useSiteUrl } from '#src/ui/page-head.tsx';
import type { Shell } from '../../shell.contract.ts';
import { OfflineNote } from '../offline/offline-note.tsx';
import { CategoryBar } from './category-bar.tsx';
import { Footer } from './footer.tsx';
import { LoadingNote } from './loading-note.tsx';
import { Nameplate } from './nameplate.tsx';
import { SessionWatch } from './session-watch.tsx';
import { SiteNav } from './site-nav.tsx';
import { ToastArea } from './toast-area.tsx';
import { TopStrip } from './top-strip.tsx';

const newsPath = /^(?:\/[a-z]{2})?\/news(?:\/|$)/; // /news, /news/42 and /hi/news, but not /newsletter

/** Header and footer of every page. Pages under /news stand under the nameplate, the others under the site's navigation. */
export function SiteFrame({ shell, children }: { shell: Shell | undefined; children: ReactNode }) {
  const { t } = useTexts();
  const { pathname } = useLocation();
  const onNews = newsPath.test(pathname);
  const origin = useSiteUrl();
  // The stored user exists in the browser only.
  useEffect(() => void restoreSession(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: headlines change with the page
  useEffect(otherScripts, [pathname]);
  useKeptWatch();
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
        {onNews ? <Nameplate shell={shell} /> : <SiteNav siteName={shell?.site.name} />}
        <CategoryBar categories={shell?.categories ?? []} siteName={shell?.site.name} />
      </header>
      {/* An essay has its page with and without a slash at the end; the server writes one of the two. */}
      <p className="page hidden print:block">
        <span className="font-black font-serif text-2xl">{shell?.site.name}</span>{' '}
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
 * A page that was loaded begins at its top for those who use the keyboard; one that has only taken another's place does so
 * by this: else the focus stays on a link in the footer, or on one of a menu that has closed.
 */
function useFocusOnNewPage(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A page may have given the focus to a part of its own.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

// Tells the styles that headlines in other scripts are read, or will be: see fonts.css.
function otherScripts() {
  const tell = () => {
    document.documentElement.dataset.scripts = 'all';
  };
  const words = [...document.querySelectorAll('.story-words[lang]')];
  if (words.some((headline) => headline.getBoundingClientRect().top < innerHeight)) return tell();
  addEventListener('scroll', tell, { once: true, passive: true });
  return () => removeEventListener('scroll', tell);
}
