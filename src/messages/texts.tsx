import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Translate } from './catalogue.ts';
import { type Language, languages } from './languages.ts';

export interface Texts {
  language: Language;
  /** BCP 47 tag for dates and numbers. */
  locale: string;
  t: Translate;
}

const TextsContext = createContext<Texts | null>(null);

export function TextsProvider(props: { language: Language; t: Translate; children: ReactNode }) {
  const { language, t, children } = props;
  const texts = useMemo(() => ({ language, locale: languages[language].locale, t }), [language, t]);
  return <TextsContext value={texts}>{children}</TextsContext>;
}

/** The page's language and its texts. */
export function useTexts(): Texts {
  const texts = useContext(TextsContext);
  if (!texts) throw new Error('useTexts needs a TextsProvider above it');
  return texts;
}
