// A search finds what holds every word asked for, in any form and script; words in quotation marks must follow each
// other. Answers show where the words stand, marked, and never more of a text than its reader may read.
import { fold, foldedWords, isIndic, soundOf } from './folding.rules.ts';

/** What can be found: a story, a page of an edition, or an essay on /research. */
export const documentKinds = ['story', 'page', 'essay'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const queryMaxLength = 200;
export const resultsPerPage = 20;
/** Who has turned over ten pages asks better with other words. */
export const pagesAtMost = 10;

// A longer question finds less, not more; PostgreSQL would follow any length.
const wordsAtMost = 8;
// One more than the longest word of the index: what is longer is asked for all the same, and not found. Folding makes
// words longer (㌖ is キロメートル), and PostgreSQL compares no word of more than 255 letters.
const lettersAtMost = 61;

/** What was asked, as words; those of an inner list follow each other. */
export function askedWords(query: string): string[][] {
  const parts = query.slice(0, queryMaxLength).split(/["“”„«»]/);
  // What stands between two quotation marks has an odd place among the parts; after an unclosed one nothing is quoted.
  const groups = parts.flatMap((part, place) => {
    const words = foldedWords(part).map((word) => word.slice(0, lettersAtMost));
    return place % 2 && place < parts.length - 1 ? [words] : words.map((word) => [word]);
  });
  let left = wordsAtMost;
  return groups
    .map((group) => {
      const kept = group.slice(0, left);
      left -= kept.length;
      return kept;
    })
    .filter(({ length }) => length);
}

/** A word of the question and the forms under which the index may have it. */
export interface Asked {
  word: string;
  /** Itself, its stems, what it sounds like, words like it. */
  lexemes: string[];
  /** Too common to look for, such as "the". */
  common: boolean;
}

/** The question for PostgreSQL, as text of a tsquery; empty when there is nothing to look for. Folded words need no escaping. */
export function tsqueryOf(groups: string[][], asked: Map<string, Asked>): string {
  const meant = groups.filter((group) => group.length > 1 || !asked.get(group[0] ?? '')?.common);
  // The index has no form of a word that is longer than any word is; it is asked for all the same, and not found.
  const formsOf = (word: string) => {
    const lexemes = asked.get(word)?.lexemes ?? [];
    return lexemes.length ? lexemes : [word];
  };
  const anyForm = (word: string) =>
    `(${formsOf(word)
      .map((form) => `'${form}'`)
      .join(' | ')})`;
  return (meant.length ? meant : groups).map((group) => group.map(anyForm).join(' <-> ')).join(' & ');
}

/** Behind these letters, with which no word begins, the index keeps what words sound like. */
const soundMark = 'zq';

/** The form in which the index has words of Indian scripts that sound like this Latin one; none for others. */
export const soundForm = (word: string): string[] => {
  const sound = isIndic(word) ? '' : soundOf(word);
  return sound ? [soundMark + sound] : [];
};

/** A part of a text; the marked ones are what was asked for. */
export interface Segment {
  text: string;
  marked: boolean;
}

// biome-ignore lint/suspicious/noMisleadingCharacterClass: joiners are part of a word and matched individually
const wordPattern = /[\p{L}\p{M}\p{N}\u200c\u200d'’]+/gu;
const longestEnding = 4;

/** What was typed before its last word, which a suggestion replaces: "the co-" of "the co-enginee". */
export function beforeLastWord(typed: string): string {
  const last = [...typed.matchAll(wordPattern)].findLast(([word]) => fold(word));
  return typed.slice(0, last?.index ?? 0).trimStart();
}

/** Whether a word of a text is one of those asked for, by the rules of the index as far as these can be told from outside. */
function isHit(lexemes: Iterable<string>) {
  const [sounds, forms]: [string[], string[]] = [[], []];
  for (const lexeme of lexemes)
    if (lexeme.startsWith(soundMark)) sounds.push(lexeme.slice(soundMark.length));
    else forms.push(lexeme);
  const begins = (word: string, form: string) =>
    word === form || (form.length > 2 && word.startsWith(form) && word.length - form.length <= longestEnding);
  return (written: string): boolean => {
    const word = fold(written);
    if (forms.some((form) => begins(word, form) || begins(word.replace(/y$/, 'i'), form))) return true; // studi, study
    if (!isIndic(word) || sounds.length === 0) return false;
    const sound = soundOf(word);
    return sounds.some((form) => begins(sound, form));
  };
}

const before = 60;
const length = 220;

/** The text with what was asked for marked. */
export function markedText(text: string, lexemes: Iterable<string>): Segment[] {
  return segments(text, hitsIn(text, lexemes), 0, text.length);
}

/** The part of a text in which most of what was asked for stands, some 30 words, marked; its beginning when nothing does. */
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

// More marks than a reader could see make the search for the best part slow.
const hitsAtMost = 200;

function hitsIn(text: string, lexemes: Iterable<string>): Hit[] {
  const asked = isHit(lexemes);
  const hits: Hit[] = [];
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    if (asked(word)) hits.push({ from: index, to: index + word.length, word: fold(word) });
    if (hits.length === hitsAtMost) break;
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
