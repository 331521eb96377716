// The composed newspaper: which of a period's stories it contains, the weight of each, and warnings for the editor.
// A lead opens the newspaper or its section; a brief has only its first paragraph.

import type { Period } from '#src/epaper/pages/editions.rules.ts';
import { unprintable } from '#src/messages/scripts.ts';

export const weights = ['lead', 'second', 'brief'] as const;
export type Weight = (typeof weights)[number];

export const paperSizes = ['a3', 'a4'] as const;
export type PaperSize = (typeof paperSizes)[number];

/** More than the largest yearly edition of a busy city newspaper has. */
export const maxStories = 3000;

export interface Choice {
  id: number;
  weight: Weight;
  /** The page on which it begins; otherwise where it fits. */
  page?: number | undefined;
  /** Whether it opens that page. */
  top?: boolean | undefined;
  /** Id of the picture of the story that is printed; null for none, by default the lead picture. */
  picture?: number | null | undefined;
}

interface Proposed {
  id: number;
  category: string;
  picture: boolean;
  /** Length of the text in characters. */
  length: number;
}

/**
 * The default choice: the first long story with a picture leads, each further section begins with a second, every
 * fourth story is a brief. A yearly edition has one second per section; the rest are briefs.
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

// Characters on a full page of text, and the characters that a headline with its picture displaces.
const charactersOn: Record<PaperSize, number> = { a3: 16_000, a4: 7_500 };
const charactersOfHead: Record<Weight, number> = { lead: 3_500, second: 2_000, brief: 300 };

interface Sized {
  weight: Weight;
  category: string;
  /** Length of the text in characters. */
  length: number;
}

/** The approximate share of a page that a story fills. */
export const shareOf = ({ weight, length }: Sized, paper: PaperSize): number =>
  (Math.min(length, maxCharacters[weight]) + charactersOfHead[weight]) / charactersOn[paper];

/** The first stories, enough to fill this many pages for certain, so that a preview need not typeset all of them. */
export function storiesForPages<T extends Sized>(stories: T[], pages: number, paper: PaperSize): T[] {
  let filled = 0;
  const end = stories.findIndex((story) => {
    filled += shareOf(story, paper);
    return filled > 1.4 * pages + 2;
  });
  return end === -1 ? stories : stories.slice(0, end);
}

/**
 * Changes what is planned for a story. If it is made the lead of its page, it replaces the former lead. A change of its
 * page does not, because the number is typed digit by digit: two leads on a page are shown as an error.
 */
export function changeChoice(choices: Choice[], id: number, changes: Partial<Choice>): Choice[] {
  const changed = choices.map((choice) => (choice.id === id ? { ...choice, ...changes } : choice));
  const lead = changes.top ? changed.find((choice) => choice.id === id) : undefined;
  if (!lead) return changed;
  return changed.map((choice) =>
    choice.id !== id && choice.page === lead.page ? { ...choice, top: undefined } : choice,
  );
}

/** Moves a story one step up or down; returns the same list at either end. */
export function moveChoiceBy(choices: Choice[], id: number, step: 1 | -1): Choice[] {
  const at = choices.findIndex((choice) => choice.id === id);
  const to = at + step;
  if (at < 0 || to < 0 || to >= choices.length) return choices;
  return choices.with(at, choices[to] as Choice).with(to, choices[at] as Choice); // both are in the list
}

/** Moves a story before or after another. */
export function moveChoice(choices: Choice[], id: number, target: { id: number; after: boolean }): Choice[] {
  const moved = choices.find((choice) => choice.id === id);
  const rest = choices.filter((choice) => choice.id !== id);
  const at = rest.findIndex((choice) => choice.id === target.id);
  return moved && at >= 0 ? rest.toSpliced(target.after ? at + 1 : at, 0, moved) : choices;
}

export interface PaperSection<T> {
  /** Empty for the front section. */
  name: string;
  /** Whether it starts a new page. */
  own: boolean;
  stories: T[];
}

/**
 * Groups the stories into sections: the front section has the first lead and the three stories after it; the others are
 * grouped by category, in the order of each category's first story. A section that fills a page starts a new page;
 * smaller ones fill the page before it, or share pages at the end.
 */
export function groupIntoSections<T extends Sized>(stories: T[], paper: PaperSize): PaperSection<T>[] {
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

// Longer stories are cut at a paragraph, with the URL of the full story: about a page and a half of A4.
const maxCharacters: Record<Weight, number> = { lead: 9000, second: 7000, brief: 600 };
// Three columns of a broadsheet (14 cm) at 130 dpi.
const minPictureWidth = 720;

/** Warnings for the editor before this story is printed. */
export function warningsOf(
  { text, pictureWidth }: { text: string; pictureWidth: number | null },
  weight: Weight,
): WarningKind[] {
  const large = weight !== 'brief' && pictureWidth !== null && pictureWidth < minPictureWidth;
  return [
    ...(weight !== 'brief' && text.length > maxCharacters[weight] ? (['too_long'] as const) : []),
    ...(large ? (['small_picture'] as const) : []),
    ...(unprintable(text).length ? (['missing_glyph'] as const) : []),
  ];
}

// A brief has its first paragraph, and more of them where they fill a gap.
const maxBrief = 2200;

/** Cuts a story to the length that its weight allows; `more` when something was cut. */
export function truncateParts<T extends { text: string }>(parts: T[], weight: Weight): { parts: T[]; more: boolean } {
  const max = weight === 'brief' ? maxBrief : maxCharacters[weight];
  let length = 0;
  const included = parts.filter(({ text }, index) => {
    length += text.length;
    return index === 0 || length <= max;
  });
  return { parts: included, more: included.length < parts.length };
}

const quoted = /“([^“”]{45,150})”/; // “I had no column for it, and nearly crossed it out.”

/** A quotation from a paragraph in the middle of the story, for the pull quote. */
export const pullQuoteOf = (parts: { kind: string; text: string }[]): string | undefined =>
  parts
    .slice(2, -2)
    .filter(({ kind }) => kind === 'paragraph')
    .map(({ text }) => quoted.exec(text)?.[1])
    .find((quote) => quote !== undefined)
    ?.replace(/,$/, '.');

/** The index of the part before which the pull quote is set: near the middle, between two paragraphs. */
export function pullQuoteIndex(parts: { kind: string }[]): number {
  const middle = parts.length / 2;
  const places = parts.flatMap(({ kind }, at) =>
    at > 0 && kind === 'paragraph' && parts[at - 1]?.kind === 'paragraph' ? [at] : [],
  );
  return places.reduce((best, at) => (Math.abs(at - middle) < Math.abs(best - middle) ? at : best), places[0] ?? 1);
}
