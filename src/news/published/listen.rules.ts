/** Start and end of a sentence within a text, in UTF-16 units. */
export type Span = [start: number, end: number];

/** The sentences of a text, without surrounding white space. */
export function sentencesOf(text: string, language: string): Span[] {
  const spans: Span[] = [];
  for (const { segment, index } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)) {
    const start = index + segment.length - segment.trimStart().length;
    const end = index + segment.trimEnd().length;
    if (/[\p{L}\p{N}]/u.test(segment)) spans.push([start, end]);
  }
  return spans;
}

/** Chooses a voice for a locale such as "hi-IN": prefers the same country, then voices on the device. */
export function chooseVoice<V extends { lang: string; localService: boolean }>(
  voices: readonly V[],
  locale: string,
): V | undefined {
  const requested = new Intl.Locale(locale);
  const rank = ({ lang, localService }: V) => {
    const [language, ...rest] = lang.replaceAll('_', '-').split('-'); // Android writes en_IN
    if (language?.toLowerCase() !== requested.language) return 0;
    return 1 + (rest.includes(requested.region ?? '') ? 2 : 0) + (localService ? 1 : 0);
  };
  const [best] = voices.filter((voice) => rank(voice) > 0).toSorted((a, b) => rank(b) - rank(a));
  return best;
}

/** Where the reader stopped listening: story id and index of the sentence, from 0. */
export type Position = [story: number, sentence: number];

const maxPositions = 50;

/** Puts this position first in the list; removes it if it is the beginning of the story. */
export const updatePositions = (positions: readonly Position[], [story, sentence]: Position): Position[] => {
  const others = positions.filter(([id]) => id !== story);
  return (sentence > 0 ? [[story, sentence] as Position, ...others] : others).slice(0, maxPositions);
};
