import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Area, Translate } from './catalogue.ts';
import { type Language, languages } from './languages.ts';

export interface Texts {
  language: Language;
  /** BCP 47 tag for dates and numbers. */
  locale: string;
  t: Translate;
  /** While rendering: suspends until these areas are loaded, also for texts that are used outside of rendering. */
  need(areas: Area[]): void;
}

const TextsContext = createContext<Texts | null>(null);

interface TextsProviderProps extends Pick<Texts, 'language' | 't' | 'need'> {
  children: ReactNode;
}

export function TextsProvider({ language, t, need, children }: TextsProviderProps) {
  const texts = useMemo(() => ({ language, locale: languages[language].locale, t, need }), [language, t, need]);
  return <TextsContext value={texts}>{children}</TextsContext>;
}

/** The page's language and its texts. */
export function useTexts(): Texts {
  const texts = useContext(TextsContext);
  if (!texts) throw new Error('useTexts needs a TextsProvider above it');
  return texts;
}
