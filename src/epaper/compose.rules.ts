// The composed newspaper: which of a period's stories it holds, how much weight each has, and what the typesetter is to
// be warned of. A lead opens the paper or its section, a brief has its first paragraph only.

import { unprintable } from '#src/messages/scripts.ts';
import type { Period } from './editions.rules.ts';

export const weights = ['lead', 'second', 'brief'] as const;
export type Weight = (typeof weights)[number];

export const papers = ['a3', 'a4'] as const;
export type Paper = (typeof papers)[number];

/** More stories than the largest yearly edition of a busy city paper has. */
export const maxStories = 3000;

export interface Choice {
  id: number;
  weight: Weight;
}

/** First and last day, such as "2026-11-16". */
export interface Days {
  from: string;
  to: string;
}

export const dayMs = 86_400_000;
export const dayText = (day: Date) => day.toISOString().slice(0, 10);

/** The days of the period that holds this one: Monday to Sunday, a month, a year. */
export function daysOf(period: Period, day: string): Days {
  const date = new Date(`${day}T00:00:00Z`);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (period === 'yearly') return { from: `${year}-01-01`, to: `${year}-12-31` };
  if (period === 'monthly')
    return { from: dayText(new Date(Date.UTC(year, month, 1))), to: dayText(new Date(Date.UTC(year, month + 1, 0))) };
  const monday = date.getTime() - ((date.getUTCDay() + 6) % 7) * dayMs;
  return { from: dayText(new Date(monday)), to: dayText(new Date(monday + 6 * dayMs)) };
}

/** The instants between which a story of these days has appeared: days are India's. */
export const instantsOf = ({ from, to }: Days): { from: Date; before: Date } => ({
  from: new Date(`${from}T00:00:00+05:30`),
  before: new Date(new Date(`${to}T00:00:00+05:30`).getTime() + dayMs),
});

interface Proposed {
  id: number;
  category: string;
  picture: boolean;
  /** Of its text. */
  length: number;
}

/**
 * What stands before an editor has chosen: the first long story with a picture leads, each further section begins with
 * a second, every fourth story is a brief. A year has a second for each section and briefs.
 */
export function proposedWeights(stories: Proposed[], period: Period): Choice[] {
  const lead = stories.find(({ picture, length }) => picture && length > 1200) ?? stories[0];
  const seen = new Map<string, number>();
  const rest = stories
    .filter((story) => story !== lead)
    .map(({ id, category }): Choice => {
      const place = seen.get(category) ?? 0;
      seen.set(category, place + 1);
      const brief = period === 'yearly' ? place > 0 : place % 4 === 3;
      return { id, weight: brief ? 'brief' : 'second' };
    });
  return lead ? [{ id: lead.id, weight: 'lead' }, ...rest] : rest;
}

// Of a page full of text, in characters; a headline with its picture takes the place of so many.
const charactersOn: Record<Paper, number> = { a3: 16_000, a4: 7_500 };
const charactersOfHead: Record<Weight, number> = { lead: 3_500, second: 2_000, brief: 300 };

interface Sized {
  weight: Weight;
  category: string;
  /** Characters of its text. */
  length: number;
}

/** What a story takes of a page, roughly. */
export const shareOf = ({ weight, length }: Sized, paper: Paper): number =>
  (Math.min(length, mostCharacters[weight]) + charactersOfHead[weight]) / charactersOn[paper];

/** The first stories, as many as fill this many pages for certain, so that a preview need not set them all. */
export function enoughFor<T extends Sized>(stories: T[], pages: number, paper: Paper): T[] {
  let filled = 0;
  const end = stories.findIndex((story) => {
    filled += shareOf(story, paper);
    return filled > 1.4 * pages + 2;
  });
  return end === -1 ? stories : stories.slice(0, end);
}

/** One step up or down; the same list when there is no room. */
export function stepChoice(choices: Choice[], id: number, step: 1 | -1): Choice[] {
  const at = choices.findIndex((choice) => choice.id === id);
  const to = at + step;
  if (at < 0 || to < 0 || to >= choices.length) return choices;
  return choices.with(at, choices[to] as Choice).with(to, choices[at] as Choice); // both are in the list
}

/** Puts a story before or after another. */
export function moveChoice(choices: Choice[], id: number, target: { id: number; after: boolean }): Choice[] {
  const moved = choices.find((choice) => choice.id === id);
  const rest = choices.filter((choice) => choice.id !== id);
  const at = rest.findIndex((choice) => choice.id === target.id);
  return moved && at >= 0 ? rest.toSpliced(target.after ? at + 1 : at, 0, moved) : choices;
}

export interface PaperSection<T> {
  /** Empty for the front. */
  name: string;
  /** It begins a page. */
  own: boolean;
  stories: T[];
}

/**
 * The paper in sections: the front has the first lead and the three stories after it; the others stand by category, in
 * the order of each category's first story. A section with stories for a page begins a page of its own; smaller ones fill
 * the page before it, or share pages at the end.
 */
export function inSections<T extends Sized>(stories: T[], paper: Paper): PaperSection<T>[] {
  const front = stories.slice(0, 4);
  const byName = Map.groupBy(stories.slice(4), ({ category }) => category);
  const sections = [...byName].map(([name, stories]) => {
    const pages = stories.reduce((sum, story) => sum + shareOf(story, paper), 0);
    return { name, own: pages >= 1, stories };
  });
  const small = sections.filter(({ own }) => !own);
  const large = sections.filter(({ own }) => own).flatMap((section) => [...small.splice(0, 1), section]);
  return [{ name: '', own: false, stories: front }, ...large, ...small];
}

export const warningKinds = ['too_long', 'small_picture', 'missing_glyph'] as const;
export type WarningKind = (typeof warningKinds)[number];

// What is longer is cut at a paragraph, with the address of the whole: about a page and a half of A4.
const mostCharacters: Record<Weight, number> = { lead: 9000, second: 7000, brief: 600 };
// Across three columns of a broadsheet (14 cm) at 130 dots an inch.
const leastPicturePx = 720;

/** What an editor should know before this story is printed. */
export function warningsOf(
  { text, pictureWidth }: { text: string; pictureWidth: number | null },
  weight: Weight,
): WarningKind[] {
  const large = weight !== 'brief' && pictureWidth !== null && pictureWidth < leastPicturePx;
  return [
    ...(weight !== 'brief' && text.length > mostCharacters[weight] ? (['too_long'] as const) : []),
    ...(large ? (['small_picture'] as const) : []),
    ...(unprintable(text).length ? (['missing_glyph'] as const) : []),
  ];
}

/** As much of a story as its weight has room for, and whether more is to be read elsewhere. */
export function cutParts<T extends { text: string }>(parts: T[], weight: Weight): { parts: T[]; more: boolean } {
  if (weight === 'brief') return { parts: parts.slice(0, 1), more: parts.length > 1 };
  let length = 0;
  const kept = parts.filter(({ text }, index) => {
    length += text.length;
    return index === 0 || length <= mostCharacters[weight];
  });
  return { parts: kept, more: kept.length < parts.length };
}

const quoted = /“([^“”]{45,150})”/; // “I had no column for it, and nearly crossed it out.”

/** A sentence that somebody says in the middle of the story, to be set large. */
export const pullQuoteOf = (parts: { text: string }[]): string | undefined =>
  parts
    .slice(2, -2)
    .map(({ text }) => quoted.exec(text)?.[1])
    .find((quote) => quote !== undefined)
    ?.replace(/,$/, '.');

/** Before which part a pull quote stands: near the middle, between two paragraphs. */
export function placeForQuote(parts: { kind: string }[]): number {
  const middle = parts.length / 2;
  const places = parts.flatMap(({ kind }, at) =>
    at > 0 && kind === 'paragraph' && parts[at - 1]?.kind === 'paragraph' ? [at] : [],
  );
  return places.reduce((best, at) => (Math.abs(at - middle) < Math.abs(best - middle) ? at : best), places[0] ?? 1);
}
