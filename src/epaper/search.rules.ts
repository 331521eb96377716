// A search finds pages that hold every word asked for, or words that begin so, in any script and without regard to case.

import { cleanParagraphs, isGarbled } from './page-text.rules.ts';
import type { Region } from './reading.rules.ts';

export const searchMaxLength = 100;
const wordPattern = /[\p{L}\p{M}\p{N}\u200c\u200d]+/gu;
const longestTerm = 60; // PostgreSQL takes 2,046 bytes a word; no word of a paper is longer than this

/** A word as it is compared: one form of its letters, no case, without the joiners that are not seen. */
const folded = (word: string) =>
  word
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\u200c\u200d]/g, '');
const foldedWords = (text: string) => (text.match(wordPattern) ?? []).map(folded).filter(Boolean);

/** The words by which a page is found; none where its text is garbled. */
export const termsOf = (text: string): string[] =>
  isGarbled(text)
    ? []
    : [...new Set(foldedWords(cleanParagraphs(text).join(' ')).filter((word) => word.length <= longestTerm))];

/** The words that were asked for, 8 at most. Single letters of Latin script find nothing but noise. */
export const wordsAsked = (query: string): string[] =>
  [...new Set(foldedWords(query.slice(0, searchMaxLength)))]
    .filter((word) => word.length > 1 || !/^[a-z]$/.test(word))
    .slice(0, 8);

/** The same for PostgreSQL's text search: 'on':* & 'mandi':* (words hold no sign that would need escaping). */
export const asTsQuery = (words: string[]): string => words.map((word) => `'${word}':*`).join(' & ');

export interface ExcerptPart {
  text: string;
  hit: boolean;
}

const around = 70;

/** What stands around the first word found, with the words marked; the page's beginning when none is in its text. */
export function excerptOf(text: string, words: string[]): ExcerptPart[] {
  const flat = cleanParagraphs(text).join(' ');
  const found = [...flat.matchAll(wordPattern)]
    .map(({ 0: word, index }) => ({ from: index, to: index + word.length, word: folded(word) }))
    .filter(({ word }) => words.some((asked) => word.startsWith(asked)));
  const centre = found[0]?.from ?? 0;
  const start = wordStart(flat, centre - around);
  const end = wordEnd(flat, centre + around * 2);
  const parts: ExcerptPart[] = [];
  let at = start;
  for (const { from, to } of found.filter(({ from, to }) => from >= start && to <= end)) {
    if (from > at) parts.push({ text: flat.slice(at, from), hit: false });
    parts.push({ text: flat.slice(from, to), hit: true });
    at = to;
  }
  if (at < end) parts.push({ text: flat.slice(at, end), hit: false });
  if (start > 0) parts.unshift({ text: '… ', hit: false });
  if (end < flat.length) parts.push({ text: ' …', hit: false });
  return parts;
}

// Cut at spaces, never within a word and its signs.
const wordStart = (text: string, at: number) => (at <= 0 ? 0 : text.lastIndexOf(' ', at) + 1);
const wordEnd = (text: string, at: number) => {
  const space = text.indexOf(' ', at);
  return at >= text.length || space === -1 ? text.length : space;
};

/** A word and its box on the page, as the worker process reports it. */
export type PlacedWord = readonly [text: string, left: number, top: number, right: number, bottom: number];

/** Where on the page the words asked for stand. PDFs of Indian scripts cut words in pieces: up to four are tried as one. */
export function boxesOf(placed: readonly PlacedWord[], words: string[]): Region[] {
  const boxes: Region[] = [];
  placed.forEach((_, first) => {
    for (const asked of words) {
      let joined = '';
      for (const [offset, [text]] of placed.slice(first, first + 4).entries()) {
        joined += foldedWords(text).join('');
        if (!joined) break;
        if (joined.startsWith(asked)) {
          boxes.push(...placed.slice(first, first + offset + 1).map(regionOf));
          return;
        }
        if (!asked.startsWith(joined)) break;
      }
    }
  });
  return boxes;
}

const regionOf = ([, left, top, right, bottom]: PlacedWord): Region => ({ left, top, right, bottom });
