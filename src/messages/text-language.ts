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
 * The language of a text as its most frequent script tells it, for its font and for whoever has it read aloud; undefined
 * when it has letters of none of ours.
 */
export function languageOfText(text: string): Language | undefined {
  const counted = scripts.map(([script, language]) => [text.match(script)?.length ?? 0, language] as const);
  const [count, language] = counted.toSorted(([a], [b]) => b - a)[0] ?? [0];
  return count > 0 ? language : undefined;
}

/**
 * What an element needs around words whose language nobody told, such as the title of a work: the font and the room of
 * their script, and their own direction.
 */
export const ownScript = (text: string) => ({ lang: languageOfText(text), dir: 'auto' as const });
