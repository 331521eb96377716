import { useRouteLoaderData } from 'react-router';
import { defaultLanguage, type Language, siteLanguages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';

/** The languages that this site offers. */
export const useOffered = (): readonly Language[] =>
  useRouteLoaderData<{ offered: Language[] }>('root')?.offered ?? siteLanguages; // there on every page: root.tsx

/**
 * Says in the head of a public page which address it has, and where it stands in the other languages. `at` writes the
 * page's path in a language: `at={(language) => pagePath(language, '/news/:id', { id })}`.
 */
export function PageAddress({ at }: { at(language: Language): string }) {
  const { language } = useTexts();
  const { siteUrl: origin = '' } = useRouteLoaderData<{ siteUrl: string }>('root') ?? {}; // there on every page: root.tsx
  return (
    <>
      <link rel="canonical" href={origin + at(language)} />
      {useOffered().map((code) => (
        <link key={code} rel="alternate" hrefLang={code} href={origin + at(code)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + at(defaultLanguage)} />
    </>
  );
}
