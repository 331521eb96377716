import { use } from 'react';
import { useRouteLoaderData } from 'react-router';
import { defaultLanguage, type Language, siteLanguages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { productName, SiteName } from './page-title.tsx';

/** Where readers reach the site, without a slash at the end; from the configuration, so a proxy changes nothing. */
export const useSiteUrl = (): string => useRouteLoaderData<{ siteUrl: string }>('root')?.siteUrl ?? ''; // there on every page: root.tsx

/** The languages that this site offers. */
export const useOffered = (): readonly Language[] =>
  useRouteLoaderData<{ offered: Language[] }>('root')?.offered ?? siteLanguages; // there on every page: root.tsx

/** A picture for those who share the page, 1200 px wide: a path of our own. */
export interface SharePicture {
  path: string;
  width: number;
  height: number;
  alt: string;
}

const paperPicture: SharePicture = { path: '/share.png', width: 1200, height: 630, alt: productName };

interface PageHeadProps {
  /** Without the paper's name. */
  title: string;
  description: string;
  /** The page's path in a language: `at={(language) => pagePath(language, '/news')}`. */
  at(language: Language): string;
  kind?: 'website' | 'article';
  picture?: SharePicture | undefined;
  /** Its own, beside those of the whole paper. */
  feeds?: { type: string; title: string; path: string }[];
}

/** What a public page says of itself to search engines, to those it is shared with, and to feed readers. */
export function PageHead({ title, description, at, kind = 'website', picture = paperPicture, feeds }: PageHeadProps) {
  const { language } = useTexts();
  const site = use(SiteName);
  const origin = useSiteUrl();
  const offered = useOffered();
  const address = origin + at(language);
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {offered.map((code) => (
        <link key={code} rel="alternate" hrefLang={code} href={origin + at(code)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + at(defaultLanguage)} />
      <meta property="og:site_name" content={site} />
      <meta property="og:type" content={kind} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={origin + picture.path} />
      <meta property="og:image:width" content={String(picture.width)} />
      <meta property="og:image:height" content={String(picture.height)} />
      <meta property="og:image:alt" content={picture.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      {feeds?.map((feed) => (
        <link key={feed.path} rel="alternate" type={feed.type} title={feed.title} href={feed.path} />
      ))}
    </>
  );
}
