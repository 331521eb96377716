// The height of a story over a number of columns, with its columns balanced.

import {
  across,
  isUnbreakable,
  keepsWithNext,
  type LayoutStory,
  type PageSize,
  type PartKind,
  type Size,
} from './layout-page.rules.ts';

interface Text {
  lengths: number[];
  kinds: PartKind[];
  step: number;
  note: number;
}

/** Whether a text fits into columns of this many lines, with Typst's rules: no widows or orphans, no heading last. */
export function fitsColumns({ lengths, kinds, step, note }: Text, columns: number, lines: number): boolean {
  let column = 0;
  let left = lines;
  const need = (at: number, done: number): number => {
    const length = lengths[at] ?? note;
    if (keepsWithNext(kinds[at])) return length + (at + 1 < lengths.length ? need(at + 1, 0) : 0);
    if (isUnbreakable(kinds[at])) return length;
    const rows = length / step;
    const row = done / step;
    if (rows === 3 && row === 0) return length;
    return rows > 1 && (row === 0 || row === rows - 2) ? 2 * step : step;
  };
  const end = lengths.length + (note ? 1 : 0);
  for (let at = 0; at < end; at++) {
    const length = lengths[at] ?? note;
    const whole = isUnbreakable(kinds[at]);
    for (let done = 0; done < length; done += whole ? length : step) {
      if (left < need(at, done)) {
        column += 1;
        left = lines;
        if (column >= columns || left < need(at, done)) return false;
      }
      left -= whole ? length : step;
    }
  }
  return true;
}

const totalOf = ({ lengths, note }: Text) => lengths.reduce((sum, length) => sum + length, note);

/** The minimum lines per column into which a text fits. */
export function minLines(text: Text, columns: number): number {
  const all = totalOf(text);
  let lines = Math.max(1, Math.ceil(all / columns / text.step) * text.step);
  while (!fitsColumns(text, columns, lines) && lines < all) lines += text.step;
  return lines;
}

const sizeCache = new WeakMap<LayoutStory, Map<number, Size[]>>();

/** The preferred size of a story over this many columns. */
export const sizeOf = (piece: LayoutStory, span: number, sheet: PageSize): Size =>
  sizesOf(piece, span, sheet)[0] as Size; // there is always one

/** The sizes that a story can have over this many columns, the preferred one first. */
export function sizesOf(piece: LayoutStory, span: number, sheet: PageSize): Size[] {
  const bySpan = sizeCache.get(piece) ?? new Map<number, Size[]>();
  sizeCache.set(piece, bySpan);
  const sizes = bySpan.get(span) ?? measured(piece, span, sheet);
  bySpan.set(span, sizes);
  return sizes;
}

const padding = 5.7; // 2 mm, between headline, picture and text
const wide = 3;

function measured(piece: LayoutStory, span: number, sheet: PageSize): Size[] {
  const title = (piece.heads[span - 1] ?? 0) + padding;
  const lines = minLines(piece, span) + (span > 1 ? piece.slack : 0);
  const text = title + lines * sheet.pitch;
  const white = (piece.bare[span - 1] ?? 0) + (lines * span - totalOf(piece)) * sheet.pitch;
  const plain = { title, lines, below: 0, beside: 0, split: 0, white };
  if (!piece.ratio) return [{ ...plain, caption: 0, picture: 0, least: text, most: text }];
  const caption = captionOf(piece, span);
  const natural = across(span, sheet) * piece.ratio;
  const [flat, tall] = piece.from !== null ? [0.6, 0.8] : span > wide ? [0.55, 1.1] : [0.7, 1.35];
  const rest = text + caption + padding;
  const above = {
    ...plain,
    caption,
    picture: natural * flat,
    least: rest + natural * flat,
    most: rest + natural * tall,
  };
  if (span <= wide) return [above];
  const beside = picturesBeside(piece, span, sheet, title);
  return piece.weight === 'lead' ? [above, ...beside] : [...beside.slice(0, 1), above, ...beside.slice(1)];
}

const captionOf = (piece: LayoutStory, span: number) => {
  const height = piece.captions[span - 1] ?? 0;
  return height ? height + 4.5 : 0;
};

// The picture over the last columns, the rest of the text below it; split between parts so that all columns end level.
// The picture nearest to its own shape first, then the tallest and the flattest.
function picturesBeside(piece: LayoutStory, span: number, sheet: PageSize, title: number): Size[] {
  const beside = Math.round(span / 2);
  const natural = across(beside, sheet) * piece.ratio;
  const caption = captionOf(piece, beside);
  const possible = piece.lengths.flatMap((_, index): Size[] => {
    const split = piece.lengths.length - index;
    if (keepsWithNext(piece.kinds[split - 1])) return [];
    const whole = index === 0;
    const before = {
      ...piece,
      lengths: piece.lengths.slice(0, split),
      kinds: piece.kinds.slice(0, split),
      note: whole ? piece.note : 0,
    };
    const after = { ...piece, lengths: piece.lengths.slice(split), kinds: piece.kinds.slice(split) };
    const lines = minLines(before, span - beside) + (span - beside > 1 ? piece.slack : 0);
    const below = whole ? 0 : minLines(after, beside) + piece.slack;
    if (!whole && below < 6) return [];
    const picture = (lines - below) * sheet.pitch - caption - (whole ? 0 : padding);
    if (picture < natural * 0.62 || picture > natural * 1.25) return [];
    const least = title + lines * sheet.pitch;
    const ends = lines * (span - beside) + below * beside - totalOf(piece);
    const white = (piece.bare[span - 1] ?? 0) + ends * sheet.pitch;
    return [{ title, lines, below, beside, split: whole ? 0 : split, caption, picture, least, most: least, white }];
  });
  const byShape = possible.toSorted((a, b) => Math.abs(a.picture - natural) - Math.abs(b.picture - natural));
  const byHeight = possible.toSorted((a, b) => b.picture - a.picture);
  return [...new Set([byShape[0], byHeight[0], byHeight.at(-1)])].flatMap((size) => size ?? []);
}
