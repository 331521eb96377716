// The text of a page that was composed here is known without asking the PDF, which tells Indian scripts badly. Words of
// Latin script have their own boxes from the PDF; others have the box of their story.

import type { Region } from './reading.rules.ts';
import type { PlacedWord } from './search.rules.ts';

interface Printed {
  text: string;
  region: Region;
}

const latin = /^[\p{Script=Latin}\p{N}\p{P}\p{S}\p{M}]*$/u;

/** Text and words of a page: `words` are those that the PDF gives. */
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
