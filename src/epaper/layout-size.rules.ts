// The height of a story over a number of columns, with its columns balanced.

import { across, type LayoutStory, type PageSize, type PartKind, type Size } from './layout-page.rules.ts';

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
    if (kinds[at] === 'quote') return length;
    if (kinds[at] === 'heading') return length + (at + 1 < lengths.length ? need(at + 1, 0) : 0);
    const rows = length / step;
    const row = done / step;
    if (rows === 3 && row === 0) return length;
    return rows > 1 && (row === 0 || row === rows - 2) ? 2 * step : step;
  };
  const end = lengths.length + (note ? 1 : 0);
  for (let at = 0; at < end; at++) {
    const length = lengths[at] ?? note;
    const whole = kinds[at] === 'quote' || kinds[at] === 'heading';
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

/** The minimum lines per column into which a text fits. */
export function minLines(text: Text, columns: number): number {
  const all = text.lengths.reduce((sum, length) => sum + length, text.note);
  let lines = Math.max(1, Math.ceil(all / columns / text.step) * text.step);
  while (!fitsColumns(text, columns, lines) && lines < all) lines += text.step;
  return lines;
}

const sizeCache = new WeakMap<LayoutStory, Map<number, Size>>();

/** The size of a story over this many columns. */
export function sizeOf(piece: LayoutStory, span: number, sheet: PageSize): Size {
  const sizes = sizeCache.get(piece) ?? new Map<number, Size>();
  sizeCache.set(piece, sizes);
  const size = sizes.get(span) ?? measured(piece, span, sheet);
  sizes.set(span, size);
  return size;
}

const padding = 5.7; // 2 mm, between headline, picture and text
const wide = 3;

function measured(piece: LayoutStory, span: number, sheet: PageSize): Size {
  const title = (piece.heads[span - 1] ?? 0) + padding;
  if (piece.ratio && span > wide && piece.weight !== 'lead') {
    const beside = pictureBeside(piece, span, sheet, title);
    if (beside) return beside;
  }
  const lines = minLines(piece, span) + (span > 1 ? piece.slack : 0);
  const text = title + lines * sheet.pitch;
  const plain = { title, lines, below: 0, beside: 0, split: 0 };
  if (!piece.ratio) return { ...plain, caption: 0, picture: 0, least: text, most: text };
  const caption = captionOf(piece, span);
  const natural = across(span, sheet) * piece.ratio;
  const [flat, tall] = piece.from !== null ? [0.6, 0.8] : span > wide ? [0.58, 1.05] : [0.72, 1.3];
  const rest = text + caption + padding;
  return { ...plain, caption, picture: natural * flat, least: rest + natural * flat, most: rest + natural * tall };
}

const captionOf = (piece: LayoutStory, span: number) => {
  const height = piece.captions[span - 1] ?? 0;
  return height ? height + 4.5 : 0;
};

// The picture over the last columns, the rest of the text below it; split between parts so that all columns end level.
function pictureBeside(piece: LayoutStory, span: number, sheet: PageSize, title: number): Size | undefined {
  const beside = Math.round(span / 2);
  const natural = across(beside, sheet) * piece.ratio;
  const caption = captionOf(piece, beside);
  let best: Size | undefined;
  let bestDeviation = Number.POSITIVE_INFINITY;
  for (let split = piece.lengths.length; split > 0; split--) {
    if (piece.kinds[split - 1] === 'heading') continue;
    const ends = split === piece.lengths.length;
    const before = {
      ...piece,
      lengths: piece.lengths.slice(0, split),
      kinds: piece.kinds.slice(0, split),
      note: ends ? piece.note : 0,
    };
    const after = { ...piece, lengths: piece.lengths.slice(split), kinds: piece.kinds.slice(split) };
    const lines = minLines(before, span - beside) + (span - beside > 1 ? piece.slack : 0);
    const below = ends ? 0 : minLines(after, beside) + piece.slack;
    if (!ends && below < 6) continue;
    const picture = (lines - below) * sheet.pitch - caption - (ends ? 0 : padding);
    const deviation = Math.abs(picture / natural - 1);
    if (picture < natural * 0.62 || picture > natural * 1.25 || deviation > bestDeviation) continue;
    bestDeviation = deviation;
    const least = title + lines * sheet.pitch;
    best = { title, lines, below, beside, split: ends ? 0 : split, caption, picture, least, most: least };
  }
  return best;
}
