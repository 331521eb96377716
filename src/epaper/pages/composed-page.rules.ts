// The text of a composed page comes from its stories, since text extraction from PDFs is unreliable for Indian scripts.
// Words in Latin script have their boxes from the PDF; other words have the box of their story.

import type { Region } from './pages.rules.ts';
import type { PlacedWord } from './search.rules.ts';

interface Printed {
  text: string;
  region: Region;
}

const latin = /^[\p{Script=Latin}\p{N}\p{P}\p{S}\p{M}]*$/u;

/** Text and words of a page; `words` are those extracted from the PDF. */
export function composedPage(
  printed: Printed[],
  words: PlacedWord[],
): { text: string; words: [string, number, number, number, number][] } {
  const ours = printed.flatMap(({ text, region: { left, top, right, bottom } }) =>
    [...new Set(text.split(/\s+/).filter((word) => !latin.test(word)))].map(
      (word): [string, number, number, number, number] => [word, left, top, right, bottom],
    ),
  );
  const theirs = words.filter(([word]) => latin.test(word)).map((word): (typeof ours)[number] => [...word]);
  return { text: printed.map(({ text }) => text).join('\n\n'), words: [...theirs, ...ours] };
}
