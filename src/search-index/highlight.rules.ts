// Finds the words of a query in a text, to highlight them in titles and excerpts and on the pages of editions.
import { consonantsOf, fold, isIndic, phoneticKey } from './folding.rules.ts';
import { parsePrefix, soundMark, wordPattern } from './query.rules.ts';

/** A part of a text; `marked` if it matches the query. */
export interface Segment {
  text: string;
  marked: boolean;
}

const longestEnding = 4;

interface WordMatcher {
  /** Whether a folded word matches the query. Approximates the index, whose stemmer is not available here. */
  matches(word: string): boolean;
  /** Whether a folded piece of a word may be the beginning of a matching word. */
  mayBegin(piece: string): boolean;
}

/** Compares words with the lexemes of a query. */
export function wordMatcher(lexemes: Iterable<string>): WordMatcher {
  const [sounds, forms, beginnings]: [string[], string[], string[]] = [[], [], []];
  for (const lexeme of lexemes) {
    const [form, isPrefix] = parsePrefix(lexeme);
    if (isPrefix) beginnings.push(form);
    else if (form.startsWith(soundMark)) sounds.push(form.slice(soundMark.length));
    else forms.push(form);
  }
  const begins = (word: string, form: string) =>
    word === form || (form.length > 2 && word.startsWith(form) && word.length - form.length <= longestEnding);
  return {
    matches(word) {
      if (beginnings.some((form) => word.startsWith(form))) return true;
      if (forms.some((form) => begins(word, form) || begins(word.replace(/y$/, 'i'), form))) return true; // studi, study
      if (!isIndic(word) || sounds.length === 0) return false;
      const sound = phoneticKey(word);
      return sounds.some((form) => begins(sound, form));
    },
    mayBegin(piece) {
      const nasal = piece.replace(/[ङञणनम]्$/, 'ं'); // as folded before a stop: हिन् of हिंदी
      if ([...forms, ...beginnings].some((form) => form.startsWith(piece) || form.startsWith(nasal))) return true;
      const sound = isIndic(piece) ? consonantsOf(piece) : '';
      return sound !== '' && sounds.some((form) => form.startsWith(sound));
    },
  };
}

const before = 60;
const length = 220;

/** The text with matches marked. */
export function markedText(text: string, lexemes: Iterable<string>): Segment[] {
  return segments(text, hitsIn(text, lexemes), 0, text.length);
}

/** The excerpt with the most distinct matches, about 30 words, marked; the beginning of the text if nothing matches. */
export function excerptOf(text: string, lexemes: Iterable<string>): Segment[] {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  const hits = hitsIn(flat, lexemes);
  const near = (from: number) =>
    new Set(hits.filter((hit) => hit.from >= from && hit.to <= from + length).map((hit) => hit.word)).size;
  let best = hits[0];
  for (const hit of hits) if (best && near(hit.from) > near(best.from)) best = hit;
  const start = best && best.from > before ? flat.lastIndexOf(' ', best.from - before) + 1 : 0;
  const cut = flat.lastIndexOf(' ', start + before + length);
  const end = start + before + length >= flat.length || cut <= (best?.to ?? start) ? flat.length : cut;
  const shown = segments(flat, hits, start, Math.min(end, start + 2 * length));
  return [
    ...(start > 0 ? [{ text: '… ', marked: false }] : []),
    ...shown,
    ...(end < flat.length ? [{ text: ' …', marked: false }] : []),
  ];
}

interface Hit {
  from: number;
  to: number;
  word: string;
}

// Limits the time to find the best excerpt.
const maxHits = 200;

function hitsIn(text: string, lexemes: Iterable<string>): Hit[] {
  const { matches } = wordMatcher(lexemes);
  const hits: Hit[] = [];
  for (const { 0: written, index } of text.matchAll(wordPattern)) {
    const word = fold(written);
    if (matches(word)) hits.push({ from: index, to: index + written.length, word });
    if (hits.length === maxHits) break;
  }
  return hits;
}

function segments(text: string, hits: Hit[], start: number, end: number): Segment[] {
  const parts: Segment[] = [];
  let at = start;
  for (const { from, to } of hits) {
    if (from < start || to > end) continue;
    if (from > at) parts.push({ text: text.slice(at, from), marked: false });
    parts.push({ text: text.slice(from, to), marked: true });
    at = to;
  }
  if (at < end) parts.push({ text: text.slice(at, end), marked: false });
  return parts;
}
