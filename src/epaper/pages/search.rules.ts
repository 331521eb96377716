// Positions of the matched words of a search on a page.
import { fold, foldedWords } from '#src/search-index/folding.rules.ts';
import { wordMatcher } from '#src/search-index/highlight.rules.ts';
import type { Region } from './pages.rules.ts';

/** A word and its box on the page, as the worker process reports it. */
export type PlacedWord = readonly [text: string, left: number, top: number, right: number, bottom: number];

/** Boxes of the words that match a query's lexemes. PDFs in Indian scripts split words: up to 4 pieces are joined. */
export function boxesOf(placed: readonly PlacedWord[], lexemes: Iterable<string>): Region[] {
  const { matches, mayBegin } = wordMatcher(lexemes);
  const boxes: Region[] = [];
  placed.forEach(([first], at) => {
    if (foldedWords(first).some(matches)) {
      boxes.push(...placed.slice(at, at + 1).map(regionOf));
      return;
    }
    let written = '';
    for (const [offset, [text]] of placed.slice(at, at + 4).entries()) {
      written += text;
      const joined = fold(written).replaceAll(' ', '');
      if (matches(joined)) {
        boxes.push(...placed.slice(at, at + offset + 1).map(regionOf));
        return;
      }
      if (joined === '' || !mayBegin(joined)) return;
    }
  });
  return boxes;
}

const regionOf = ([, left, top, right, bottom]: PlacedWord): Region => ({ left, top, right, bottom });
