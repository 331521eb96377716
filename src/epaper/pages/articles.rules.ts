// Finds the articles of an uploaded page by the size of its letters and by its columns. Headlines are public, also of
// pages that require a plan; the rest of an article is as paid as its page. Decision 122.
import { cleanParagraphs, isGarbled } from './page-text.rules.ts';
import type { Region } from './pages.rules.ts';
import type { PlacedWord } from './search.rules.ts';

/** Size of a page in points, since the words' boxes are fractions of it. */
interface PageSize {
  widthPt: number;
  heightPt: number;
}

export interface Headline {
  title: string;
  /** Encloses headline and text. */
  region: Region;
}

export interface FoundArticle extends Headline {
  /** Paragraphs, separated by an empty line; without the headline. */
  text: string;
}

// A headline is at least this much larger than the page's most frequent letters.
const headlineRatio = 1.5;
const maxHeadlineLength = 160;
const minHeadlineLetters = 6;
const minArticleWords = 15;
const maxArticles = 30;
// More than a full broadsheet has; the time grows with the square of it.
const maxWords = 10_000;
// A page that consists of large letters, such as a poster or a poem, has no headlines that may be public.
const maxHeadlineShare = 0.25;

/** A line of text in points, from the page's top left corner. */
interface Line extends Region {
  text: string;
  /** Size of its letters. */
  size: number;
}

/** The articles of a page, from top to bottom; none where the PDF's text is garbled, or longer than a newspaper's page. */
export function findArticles(words: readonly PlacedWord[], page: PageSize): FoundArticle[] {
  if (words.length > maxWords) return [];
  const lines = linesOf(words, page);
  const body = bodySize(lines);
  const [large, small] = [
    lines.filter(({ size }) => size >= body * headlineRatio),
    lines.filter((it) => it.size < body * headlineRatio),
  ];
  if (lettersOf(large) > lettersOf(lines) * maxHeadlineShare || isGarbled(lines.map(({ text }) => text).join('\n')))
    return [];
  const headlines = mergeLines(large).filter(({ text }) => letterCount(text) >= minHeadlineLetters);
  const owned = new Map(headlines.map((headline) => [headline, [] as Line[]]));
  for (const line of small) owned.get(headlineOf(line, headlines, body) as Line)?.push(line);
  return [...owned]
    .map(([headline, below]) => ({
      title: headline.text.slice(0, maxHeadlineLength),
      region: fractionOf(enclosing([headline, ...below]), page),
      text: cleanParagraphs(inColumns(below).join('\n')).join('\n\n'),
    }))
    .filter(({ text }) => text.split(/\s+/).length >= minArticleWords)
    .slice(0, maxArticles);
}

const letterCount = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;
const lettersOf = (lines: Line[]) => lines.reduce((sum, { text }) => sum + letterCount(text), 0);

function linesOf(words: readonly PlacedWord[], { widthPt, heightPt }: PageSize): Line[] {
  const lines: Line[] = [];
  for (const [text, l, t, r, b] of words) {
    const word = { text, left: l * widthPt, top: t * heightPt, right: r * widthPt, bottom: b * heightPt };
    const size = word.bottom - word.top;
    const line = lines.at(-1);
    const follows =
      line &&
      Math.abs(line.bottom - word.bottom) < line.size * 0.4 &&
      isSimilar(line.size, size) &&
      gap(line, word) < line.size * 1.2;
    if (follows) Object.assign(line, enclosing([line, word]), { text: `${line.text} ${text}` });
    else lines.push({ ...word, size });
  }
  return lines;
}

const isSimilar = (a: number, b: number) => Math.max(a, b) < Math.min(a, b) * 1.3;
/** The horizontal distance of two boxes; negative if they overlap. */
const gap = (a: Region, b: Region) => Math.max(a.left, b.left) - Math.min(a.right, b.right);

// The size of most letters.
function bodySize(lines: Line[]): number {
  const sorted = lines.toSorted((a, b) => a.size - b.size);
  let left = lettersOf(lines) / 2;
  for (const line of sorted) {
    left -= letterCount(line.text);
    if (left <= 0) return line.size;
  }
  return Number.POSITIVE_INFINITY;
}

// Joins the lines of a headline, with a smaller line right below it.
function mergeLines(lines: Line[]): Line[] {
  const merged: Line[] = [];
  for (const line of lines.toSorted((a, b) => a.top - b.top)) {
    const above = merged.find(
      (one) =>
        line.size < one.size * 1.3 &&
        line.top - one.bottom < one.size * 0.9 &&
        line.bottom > one.bottom &&
        gap(one, line) < 0,
    );
    if (above) Object.assign(above, enclosing([above, line]), { text: `${above.text} ${line.text}` });
    else merged.push({ ...line });
  }
  return merged;
}

/**
 * The headline of a line: the lowest one above it that spans its column. A story may be wider than its headline, so a
 * line below no headline belongs to the one at its left.
 */
function headlineOf(line: Line, headlines: Line[], body: number): Line | undefined {
  const above = headlines
    .filter(({ bottom }) => bottom <= line.top + body * 0.5)
    .toSorted((a, b) => b.bottom - a.bottom);
  const middle = (line.left + line.right) / 2;
  const spans = ({ left, right }: Line) => middle > left - body && middle < right + body;
  return above.find(spans) ?? above.find(({ right }) => right <= middle);
}

// Column by column; from the right in a right-to-left script.
function inColumns(lines: Line[]): string[] {
  const columns: Line[][] = [];
  for (const line of lines.toSorted((a, b) => a.left - b.left)) {
    const column = columns.find((of) => of.some((one) => gap(one, line) < -0.5 * Math.min(width(one), width(line))));
    if (column) column.push(line);
    else columns.push([line]);
  }
  const rightToLeft = /^[^\p{Script=Latin}]*\p{Script=Arabic}/u.test(lines[0]?.text ?? '');
  return (rightToLeft ? columns.toReversed() : columns).flatMap((column) =>
    column.toSorted((a, b) => a.top - b.top).map(({ text }) => text),
  );
}

const width = ({ left, right }: Region) => right - left;

const enclosing = (boxes: Region[]): Region => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  top: Math.min(...boxes.map(({ top }) => top)),
  right: Math.max(...boxes.map(({ right }) => right)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
});

const fractionOf = ({ left, top, right, bottom }: Region, { widthPt, heightPt }: PageSize): Region => ({
  left: part(left / widthPt),
  top: part(top / heightPt),
  right: part(right / widthPt),
  bottom: part(bottom / heightPt),
});

const part = (of: number) => Math.min(1, Math.max(0, Math.round(of * 10_000) / 10_000));
