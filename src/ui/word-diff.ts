import { diffArrays } from 'diff';

/** A part of a comparison: in both texts, in one of them, or a long unchanged passage that is left out. */
export interface DiffPart {
  text: string;
  in: 'both' | 'before' | 'after' | 'gap';
}

// The time grows with length times differences; a text that takes longer is compared by lines.
const timeout = 300;
/** Characters shown around a difference. */
const context = 160;

/** Compares two texts by words. Long unchanged passages are cut out, to bring the differences together. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const changes =
    diffArrays(words(before), words(after), { timeout }) ?? diffArrays(lines(before), lines(after), { timeout });
  if (!changes) return [part('before', before), part('after', after)];
  const parts: DiffPart[] = [];
  let [removed, added] = ['', ''];
  const flush = () => {
    if (removed) parts.push(part('before', removed));
    if (added) parts.push(part('after', added));
    [removed, added] = ['', ''];
  };
  for (const [index, change] of changes.entries()) {
    const text = change.value.join('');
    // A space between two changed words would split one change into several.
    const isBetween = /^[^\S\n]+$/.test(text) && changes[index + 1] && (removed || added);
    if (change.removed || (isBetween && !change.added)) removed += text;
    if (change.added || (isBetween && !change.removed)) added += text;
    if (change.added || change.removed || isBetween) continue;
    flush();
    parts.push(part('both', text));
  }
  flush();
  return parts.flatMap((one, index) =>
    one.in === 'both' ? shortened(one.text, index === 0, index === parts.length - 1) : [one],
  );
}

const part = (where: DiffPart['in'], text: string): DiffPart => ({ in: where, text });

// Words of any script with the spaces and marks between them. Without a segmenter, splits at white space.
const words = (text: string): string[] =>
  'Segmenter' in Intl
    ? Array.from(new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text), ({ segment }) => segment)
    : (text as string).split(/(\s+)/).filter(Boolean);
const lines = (text: string): string[] => text.split(/(?<=\n)/);

function shortened(text: string, isFirst: boolean, isLast: boolean): DiffPart[] {
  if (text.length <= 2 * context) return [part('both', text)];
  const head = text
    .slice(0, context)
    .split(/(?<=\s)(?=\S)/)
    .slice(0, -1)
    .join('');
  const tail = text.slice(-context).replace(/^\S*/, '');
  return [...(isFirst ? [] : [part('both', head)]), part('gap', '…'), ...(isLast ? [] : [part('both', tail)])];
}
