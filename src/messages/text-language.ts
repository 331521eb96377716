import type { Language } from './languages.ts';

const scripts: [RegExp, Language][] = [
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Bengali}/gu, 'bn'],
  [/\p{Script=Tamil}/gu, 'ta'],
  [/\p{Script=Telugu}/gu, 'te'],
  [/\p{Script=Gujarati}/gu, 'gu'],
  [/\p{Script=Arabic}/gu, 'ur'],
  [/\p{Script=Latin}/gu, 'en'],
];

/**
 * The language of a text, guessed from its most frequent script, for fonts and screen readers. Undefined if it has no
 * letters of these scripts.
 */
export function languageOfText(text: string): Language | undefined {
  const counted = scripts.map(([script, language]) => [text.match(script)?.length ?? 0, language] as const);
  const [count, language] = counted.toSorted(([a], [b]) => b - a)[0] ?? [0];
  return count > 0 ? language : undefined;
}

/**
 * Attributes for an element whose text has an unknown language, such as a work's title: `lang` selects the font and
 * line height of its script, `dir` its direction.
 */
export const textLanguageAttributes = (text: string) => ({ lang: languageOfText(text), dir: 'auto' as const });
