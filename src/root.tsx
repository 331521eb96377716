import { type ReactNode, use, useEffect, useState } from 'react';
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  redirect,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import type { Route } from './+types/root';
import {
  defaultLanguage,
  isSiteLanguage,
  type Language,
  languages,
  pathIn,
  siteLanguages,
} from './messages/languages.ts';
import { useTexts } from './messages/texts.tsx';
import { pageLoader } from './page-context.ts';
import { offeredLanguages } from './pages/languages.settings.ts';
import { getShell } from './pages/server/shell.service.ts';
import { SiteFrame } from './pages/web/shell/site-frame.tsx';
import { ErrorPage } from './ui/error-page.tsx';
import { menuScript } from './ui/menu.tsx';
import { productName, SiteName } from './ui/page-title.tsx';
import { ScriptNonce } from './ui/script-nonce.ts';
import { earlyInputScript, scriptsLaterScript, useAlive } from './ui/waking.ts';
import './ui/app.css';
import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import serifLatin from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url';
import type { Area } from './messages/catalogue.ts';

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.ico', sizes: '48x48' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export const loader = pageLoader(async (ctx, { params, request }) => {
  const { lang } = params;
  // The default language has no name in the address, so that each page has one address.
  const offered = offeredLanguages(ctx.settings);
  const known = lang === undefined || offered.some((language) => language === lang && language !== defaultLanguage);
  if (!known && isSiteLanguage(lang) && lang !== defaultLanguage) {
    // No longer on offer, but in mails that were sent and in what search engines know.
    const { pathname, search } = new URL(request.url);
    throw redirect(pathIn(defaultLanguage, pathname) + search);
  }
  const { siteUrl } = ctx.config;
  return data({ known, siteUrl, offered, shell: await getShell(ctx) }, { status: known ? 200 : 404 });
});

/** The frame changes by the day, not from page to page; asked for again only when a page asks for itself again. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href;

// Before the first paint, so that a reader's own choice of theme does not flash.
const themeScript = `try{let t=localStorage.getItem('theme');if(t)document.documentElement.dataset.theme=t}catch{}`;

// The front door leads to the language that the reader chose last; decision 030. Only names of languages lead anywhere.
const languageScript = (offered: readonly Language[]) =>
  `try{let l=localStorage.getItem('language');if(/^(${offered
    .filter((language) => language !== defaultLanguage)
    .join('|')})$/.test(l))location.replace('/'+l+location.search)}catch{}`;

// The files for the browser have no text for it: it stands in the page, and has run.
const inline = (nonce: string | undefined, code: string) => (
  <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
);

/** What a route says of itself in `handle`. */
export interface PageHandle {
  /** The areas of the catalogue that it shows. */
  texts?: Area[];
  /** It is there to be read: its scripts can wait until it has loaded. */
  reading?: boolean;
  /** The same, and its letters wait too: its first picture has a slow line to itself. */
  pictureFirst?: boolean;
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
  useAlive();
  // As the page was loaded.
  const [entrance] = useState(useLocation().pathname === '/');
  const [pictureFirst] = useState(handles.some((handle) => handle?.pictureFirst));
  const [reading] = useState(pictureFirst || handles.some((handle) => handle?.reading));
  return (
    <html
      lang={language}
      dir={languages[language].direction}
      data-texts={areas.join(' ')}
      data-picture-first={pictureFirst || undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="max-image-preview:large" />
        {inline(nonce, themeScript)}
        {inline(nonce, earlyInputScript)}
        {inline(nonce, menuScript)}
        {reading && inline(nonce, scriptsLaterScript)}
        {entrance && inline(nonce, languageScript(offered))}
        <Meta />
        {/* Where a picture has the line to itself, letters come after it as well: fonts.css. */}
        {!pictureFirst &&
          [serifLatin, interLatin].map((href) => (
            <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
          ))}
        <Links />
      </head>
      <body>
        <SiteName value={shell?.site.name ?? productName}>
          <SiteFrame shell={shell}>{children}</SiteFrame>
          {/* React moves them to the head, after a category's own. */}
          {shell?.feeds.map(({ path, ...feed }) => (
            <link key={path} rel="alternate" href={path} {...feed} />
          ))}
        </SiteName>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  const { need } = useTexts();
  need(useAreas());
  return loaderData.known ? <Outlet /> : <ErrorPage status={404} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  // A failure of the page's own code is for the browser's console too; answers with a status are not.
  useEffect(() => {
    if (!isRouteErrorResponse(error)) console.error(error);
  }, [error]);
  return <ErrorPage status={status} />;
}
