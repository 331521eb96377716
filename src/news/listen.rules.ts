/** Start and end of a sentence within a text, in UTF-16 units. */
export type Span = [start: number, end: number];

/** The sentences of a text, without the space around them. */
export function sentencesOf(text: string, language: string): Span[] {
  const spans: Span[] = [];
  for (const { segment, index } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)) {
    const start = index + segment.length - segment.trimStart().length;
    const end = index + segment.trimEnd().length;
    if (/[\p{L}\p{N}]/u.test(segment)) spans.push([start, end]);
  }
  return spans;
}

/** The voice for a locale such as "hi-IN": of that country first, then of that language, ones on the device first. */
export function chooseVoice<V extends { lang: string; localService: boolean }>(
  voices: readonly V[],
  locale: string,
): V | undefined {
  const wanted = new Intl.Locale(locale);
  const rank = ({ lang, localService }: V) => {
    const [language, ...rest] = lang.replaceAll('_', '-').split('-'); // Android writes en_IN
    if (language?.toLowerCase() !== wanted.language) return 0;
    return 1 + (rest.includes(wanted.region ?? '') ? 2 : 0) + (localService ? 1 : 0);
  };
  const [best] = voices.filter((voice) => rank(voice) > 0).toSorted((a, b) => rank(b) - rank(a));
  return best;
}

/** Where somebody stopped listening: a story and the number of its sentence, from 0. */
export type Place = [story: number, sentence: number];

const mostPlaces = 50;

/** The places with this one first; a place at the beginning is none. */
export const keepPlace = (places: readonly Place[], [story, sentence]: Place): Place[] => {
  const others = places.filter(([id]) => id !== story);
  return (sentence > 0 ? [[story, sentence] as Place, ...others] : others).slice(0, mostPlaces);
};
