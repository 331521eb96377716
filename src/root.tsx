import { type ReactNode, use, useEffect, useState } from 'react';
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  redirect,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import { storiesShown } from '#src/news/cards/web/search-and-stories.tsx';
import { storedOrderScript } from '#src/news/cards/web/stored-order.ts';
import { getTopStories } from '#src/news/front/server/front.service.ts';
import { lastVisitScript } from '#src/news/front/web/last-visit.ts';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import type { Route } from './+types/root';
import { installScript } from './client/install.ts';
import { memberScript } from './client/place/member-link.ts';
import { RouterPlace } from './client/place/router-place.tsx';
import {
  defaultLanguage,
  isSiteLanguage,
  type Language,
  languages,
  pathIn,
  siteLanguages,
} from './messages/languages.ts';
import { useTexts } from './messages/texts.tsx';
import { offeredLanguages } from './settings/languages.settings.ts';
import { getShell } from './shell/server/shell.service.ts';
import { NotFound } from './shell/web/not-found.tsx';
import { SiteFrame } from './shell/web/site-frame.tsx';
import { DocumentPageContext } from './ui/document/document-page.ts';
import { heldPressesScript } from './ui/document/held-presses.ts';
import { speculationRules } from './ui/document/speculation-rules.ts';
import { ErrorPage } from './ui/error-page.tsx';
import { eventReplayScript, useHydrationMark } from './ui/event-replay.ts';
import { deferredScriptsScript, HydrationScripts } from './ui/hydration-scripts.tsx';
import { menuScript } from './ui/menu.tsx';
import { productName, SiteName } from './ui/page-title.tsx';
import { ScriptNonce } from './ui/script-nonce.ts';
import { themeColours } from './ui/theme-colours.ts';
import './ui/app.css';
import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import serifLatin from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url';
import type { Area } from './messages/catalogue.ts';

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.ico', sizes: '48x48' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
];

export const loader = pageLoader(async (ctx, { params, request }) => {
  const { lang } = params;
  // The default language has no path prefix, so that each page has one address.
  const offered = offeredLanguages(ctx.settings);
  const known = lang === undefined || offered.some((language) => language === lang && language !== defaultLanguage);
  if (!known && isSiteLanguage(lang) && lang !== defaultLanguage) {
    // No longer offered, but old e-mails and search engines still link to it.
    const { pathname, search } = new URL(request.url);
    throw redirect(pathIn(defaultLanguage, pathname) + search);
  }
  const { siteUrl } = ctx.config;
  // For an address that begins with no language, only this route has matched.
  const notFound = known ? undefined : await getTopStories(ctx, storiesShown);
  return data({ notFound, siteUrl, offered, shell: await getShell(ctx) }, { status: known ? 200 : 404 });
});

/** The site frame changes by day, not by page, so it is loaded again only when the same page revalidates. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href;

// Runs before the first paint, so that the page does not flash in the wrong theme or size of text.
const themeScript = `try{let d=document.documentElement.dataset,s=localStorage,t=s.getItem('theme'),z=s.getItem('text-size');if(t)d.theme=t;if(z)d.textSize=z}catch{}`;

// The home page redirects to the language that the reader chose last; decision 030. Only known languages redirect.
const languageScript = (offered: readonly Language[]) =>
  `try{let l=localStorage.getItem('language');if(/^(${offered
    .filter((language) => language !== defaultLanguage)
    .join('|')})$/.test(l))location.replace('/'+l+location.search)}catch{}`;

// The client build has no code for these scripts, which have run already, so React must not warn of a mismatch.
const inlineScript = (nonce: string | undefined, code: string) => (
  <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
);

/** A route's `handle`. */
export interface PageHandle {
  /** The message areas that it needs. */
  texts?: Area[];
  /** Loads the scripts after the first view, so that text and pictures get all of a slow connection. For pages to read. */
  deferScripts?: boolean;
  /** Loads the fonts after the first view too. Those of Indian scripts are always deferred with the scripts. */
  deferFonts?: boolean;
}

const useHandles = () => useMatches().map(({ handle }) => handle as PageHandle | undefined); // set by our routes

function useAreas(): Area[] {
  return [...new Set<Area>(['shell', ...useHandles().flatMap((handle) => handle?.texts ?? [])])];
}

export function Layout({ children }: { children: ReactNode }) {
  const { language } = useTexts();
  const { shell, offered = siteLanguages } = useRouteLoaderData<typeof loader>('root') ?? {};
  const areas = useAreas();
  const nonce = use(ScriptNonce);
  const handles = useHandles();
  const page = use(DocumentPageContext);
  useHydrationMark();
  // State at page load; not updated by navigation.
  const { pathname } = useLocation();
  const [isHomePage] = useState(pathname === '/');
  const [isFront] = useState(pathname === pathIn(language, '/news'));
  const [deferScripts] = useState(page !== undefined || handles.some((handle) => handle?.deferScripts));
  const [deferFonts] = useState(deferScripts && (language !== 'en' || handles.some((handle) => handle?.deferFonts)));
  return (
    <html
      lang={language}
      dir={languages[language].direction}
      data-texts={page ? undefined : areas.join(' ')}
      data-defer-fonts={deferFonts || undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="max-image-preview:large" />
        {(['light', 'dark'] as const).map((theme) => (
          <meta
            key={theme}
            name="theme-color"
            content={themeColours[theme]}
            media={`(prefers-color-scheme: ${theme})`}
          />
        ))}
        {inlineScript(nonce, themeScript)}
        {inlineScript(nonce, memberScript)}
        {inlineScript(nonce, page ? heldPressesScript : eventReplayScript)}
        {inlineScript(nonce, menuScript)}
        {inlineScript(nonce, installScript)}
        {offered.length > 1 && inlineScript(nonce, storedOrderScript)}
        {deferScripts && inlineScript(nonce, deferredScriptsScript)}
        {isFront && inlineScript(nonce, lastVisitScript)}
        {isHomePage && inlineScript(nonce, languageScript(offered))}
        <link rel="manifest" href={pathIn(language, '/manifest.webmanifest')} />
        <Meta />
        {!deferFonts &&
          [serifLatin, interLatin].map((href) => (
            <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
          ))}
        <Links />
      </head>
      <body>
        <SiteName value={shell?.site.name ?? productName}>
          <RouterPlace>
            <SiteFrame shell={shell}>{children}</SiteFrame>
          </RouterPlace>
          {/* React moves these to the head, after the category's feed. */}
          {shell?.feeds.map(({ path, ...feed }) => (
            <link key={path} rel="alternate" href={path} {...feed} />
          ))}
        </SiteName>
        {page ? (
          <>
            <script
              type="speculationrules"
              nonce={nonce}
              dangerouslySetInnerHTML={{ __html: speculationRules(language) }}
            />
            <script type="text/plain" src={page.script} data-preload={page.script} />
          </>
        ) : (
          <>
            <ScrollRestoration nonce={nonce} />
            <HydrationScripts nonce={nonce} deferred={deferScripts} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  const { need } = useTexts();
  need(useAreas());
  return loaderData.notFound ? <NotFound stories={loaderData.notFound} /> : <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  // Errors in the page's code are logged to the browser's console; responses with a status are not.
  useEffect(() => {
    if (!isRouteErrorResponse(error)) console.error(error);
  }, [error]);
  return <ErrorPage status={status} />;
}
