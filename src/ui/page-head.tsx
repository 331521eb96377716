import { use } from 'react';
import { useRouteLoaderData } from 'react-router';
import { defaultLanguage, type Language, siteLanguages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { productName, SiteName } from './page-title.tsx';

/**
 * The site's public origin, without a trailing slash. root.tsx loads it on every page, from the configuration, so it is
 * correct behind a proxy.
 */
export const useSiteUrl = (): string => useRouteLoaderData<{ siteUrl: string }>('root')?.siteUrl ?? '';

/** The languages that this site offers. */
export const useOfferedLanguages = (): readonly Language[] =>
  useRouteLoaderData<{ offered: Language[] }>('root')?.offered ?? siteLanguages; // root.tsx loads it on every page

/** A picture for share previews, 1200 px wide, by its path on this site. */
export interface SharePicture {
  path: string;
  width: number;
  height: number;
  alt: string;
}

const defaultPicture: SharePicture = { path: '/share.png', width: 1200, height: 630, alt: productName };

interface PageHeadProps {
  /** Without the newspaper's name. */
  title: string;
  description: string;
  /** Returns the page's path in a language: `at={(language) => pagePath(language, '/news')}`. */
  at(language: Language): string;
  kind?: 'website' | 'article';
  picture?: SharePicture | undefined;
  /** The page's feeds, in addition to those of the whole newspaper. */
  feeds?: { type: string; title: string; path: string }[];
}

/** Metadata of a public page for search engines, share previews and feed readers. */
export function PageHead({ title, description, at, kind = 'website', picture = defaultPicture, feeds }: PageHeadProps) {
  const { language } = useTexts();
  const site = use(SiteName);
  const origin = useSiteUrl();
  const offered = useOfferedLanguages();
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
