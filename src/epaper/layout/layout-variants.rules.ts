// Other lengths of a story: briefs with more paragraphs, and stories that continue on the next page.

import { keepsWithNext, type LayoutStory, type PageSize, type Size } from './layout-page.rules.ts';
import { sizeOf } from './layout-size.rules.ts';

const longerCache = new WeakMap<LayoutStory, LayoutStory[]>();

/** A brief with more of its paragraphs, the shortest first. */
export function longerBriefs(piece: LayoutStory): LayoutStory[] {
  const { spare } = piece;
  if (!spare) return [];
  const known = longerCache.get(piece);
  if (known) return known;
  const longer = spare.lengths.flatMap((_, index): LayoutStory[] => {
    if (keepsWithNext(spare.kinds[index])) return [];
    const whole = spare.whole && index === spare.lengths.length - 1;
    const lengths = [...piece.lengths, ...spare.lengths.slice(0, index + 1)];
    const kinds = [...piece.kinds, ...spare.kinds.slice(0, index + 1)];
    return [{ ...piece, lengths, kinds, note: whole ? 0 : piece.more }];
  });
  longerCache.set(piece, longer);
  return longer;
}

interface Cut {
  first: LayoutStory;
  size: Size;
  rest: LayoutStory;
}

const cutCache = new WeakMap<LayoutStory, Map<number, Cut[]>>();

/** The part of a story that fits into this height, and the rest; undefined when one of them would be a few lines. */
export function cutPiece(piece: LayoutStory, span: number, sheet: PageSize, room: number): Cut | undefined {
  const known = cutCache.get(piece) ?? new Map<number, Cut[]>();
  cutCache.set(piece, known);
  const cuts = known.get(span) ?? possibleCuts(piece, span, sheet);
  known.set(span, cuts);
  return cuts.find(({ size }) => size.least <= room);
}

const sum = (lengths: number[]) => lengths.reduce((all, length) => all + length, 0);

// The longest first part comes first; where none fits with the picture, the picture goes to the rest.
function possibleCuts(piece: LayoutStory, span: number, sheet: PageSize): Cut[] {
  if (piece.weight === 'brief') return [];
  const places = piece.lengths.flatMap((_, to) => {
    const enough = sum(piece.lengths.slice(0, to)) >= 8 * span && sum(piece.lengths.slice(to)) >= 18;
    return enough && !keepsWithNext(piece.kinds[to - 1]) ? [to] : [];
  });
  return (piece.ratio ? [piece.ratio, 0] : [0]).flatMap((ratio) =>
    places.toReversed().map((to): Cut => {
      const begin = { lengths: piece.lengths.slice(0, to), kinds: piece.kinds.slice(0, to) };
      const first = { ...piece, ...begin, ratio, note: piece.turn, cut: true };
      const rest: LayoutStory = {
        ...piece,
        lengths: piece.lengths.slice(to),
        kinds: piece.kinds.slice(to),
        ratio: ratio ? 0 : piece.ratio,
        heads: piece.continued,
        bare: piece.continued.map((height, index) => Math.max(0, index - 1) * height),
        since: piece.since + to,
        due: false,
        from: 0, // known when the part before it is placed
      };
      return { first, size: sizeOf(first, span, sheet), rest };
    }),
  );
}
