// The box of a printed edition with what was corrected since the previous edition.

import type { DateRange } from '#src/epaper/pages/date-range.rules.ts';
import { correctionHeading } from '#src/markdown/story-blocks.rules.ts';
import { shorten } from '#src/markdown/story-text.rules.ts';
import type { Translate } from '#src/messages/catalogue.ts';
import type { ListedCorrection } from '#src/news/corrections/corrections.contract.ts';
import { addDays, utcDate } from '#src/rules/calendar.rules.ts';
import { gap, type PageSize } from './layout-page.rules.ts';

/** Maximum number of corrections in a box, which then names the page of all corrections. */
export const maxCorrections = 8;
const maxCharacters = 280;

/** A text with the address that follows it. */
interface Pointer {
  words: string;
  shown: string;
  url: string;
}

export interface CorrectionsBox {
  title: string;
  items: {
    /** The headline of the story. */
    story: string;
    /** The kind and the date. */
    heading: string;
    text: string;
    /** Where the rest is, if it was cut. */
    rest: Pointer | null;
  }[];
  more: Pointer | null;
}

interface BoxTexts {
  t: Translate;
  locale: string;
  siteUrl: string;
}

/** The box of these corrections; null without any. */
export function correctionsBox(
  corrections: Omit<ListedCorrection, 'place' | 'language'>[],
  { t, locale, siteUrl }: BoxTexts,
): CorrectionsBox | null {
  if (corrections.length === 0) return null;
  const pointer = (words: string, url: string): Pointer => ({ words, shown: url.replace(/^https?:\/\//, ''), url });
  return {
    title: t('corrections.title'),
    items: corrections.slice(0, maxCorrections).map(({ kind, date, text, title, storyId }) => {
      const whole = text.replaceAll('\n', ' ');
      const printed = shorten(whole, maxCharacters);
      const rest = printed === whole ? null : pointer(t('compose.correctionRest'), `${siteUrl}/news/${storyId}`);
      const heading = correctionHeading({ name: 'correction', label: '', kind, date }, { t, locale }).text;
      return { story: title, heading, text: printed, rest };
    }),
    more: corrections.length > maxCorrections ? pointer(t('compose.moreCorrections'), `${siteUrl}/corrections`) : null,
  };
}

/** The previous edition: its last day, and the day on which it was made. */
export interface EditionBefore {
  lastDay: string;
  madeOn: string;
}

/**
 * The days whose corrections an edition has. The previous edition may have been made before its own last day: what was
 * corrected after that is in this one. Without a previous edition, the corrections are those of its own days.
 */
export function correctionDays({ from, to }: DateRange, before: EditionBefore | undefined) {
  const dayBefore = (day: string) => utcDate(addDays(new Date(`${day}T00:00:00Z`), -1));
  const after = !before ? dayBefore(from) : before.madeOn > before.lastDay ? before.lastDay : dayBefore(before.madeOn);
  return { after, until: to };
}

/** Columns of the box. */
export const boxColumns = ({ columns }: PageSize): number => columns / 2;

// Characters of a line, with room for the ends of lines, and its height in sizes of the page's type.
const lineCharacters = 54;
const lineHeight = 1.2;

/** The items in columns of about equal length. */
export function boxInColumns({ items }: CorrectionsBox, sheet: PageSize): CorrectionsBox['items'][] {
  const count = boxColumns(sheet);
  const total = items.reduce((sum, item) => sum + linesOf(item), 0);
  let lines = 0;
  const columns = Array.from({ length: count }, (): CorrectionsBox['items'] => []);
  for (const item of items) {
    const middle = lines + linesOf(item) / 2;
    columns[Math.min(count - 1, Math.floor((middle / total) * count))]?.push(item);
    lines += linesOf(item);
  }
  return columns;
}

const linesOf = ({ story, heading, text, rest }: CorrectionsBox['items'][number]) => {
  const end = rest ? rest.words.length + rest.shown.length : 0;
  return (
    Math.ceil(story.length / lineCharacters) + Math.ceil((heading.length + text.length + end) / lineCharacters) + 1
  );
};

/** The approximate area of the box, in points of one column of the page. */
export function boxArea(box: CorrectionsBox, sheet: PageSize): number {
  const heights = boxInColumns(box, sheet).map((items) => items.reduce((sum, item) => sum + linesOf(item), 0));
  return ((Math.max(...heights) + 3) * lineHeight * sheet.size + gap) * sheet.columns;
}
