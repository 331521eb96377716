// Writes the words of a paragraph, heading or cell as Markdown. Markdown cannot express every emphasis, such as one that
// begins or ends within a word at a punctuation mark: what is written is therefore read again, and simpler Markdown is
// tried until the words, and as much of their emphasis as possible, are the same.
import type { Node } from '@tiptap/pm/model';
import { parserFor } from '#src/markdown/story-text.rules.ts';

export interface Link {
  href: string;
  title: string | null;
}

/** A character, or a line break as "\n", with its marks. */
export interface Sign {
  sign: string;
  bold: boolean;
  italic: boolean;
  link: Link | null;
}

const isSpace = (text = ' ') => /^\s$/.test(text);
const isPunctuation = (text: string) => /^[\p{P}\p{S}]$/u.test(text);
const isWord = (text = '') => /^[\p{L}\p{N}]$/u.test(text);
// CommonMark's "ASCII punctuation": a backslash before it is an escape.
const isEscapable = (text = '\n') => /^[!-/:-@[-`{-~\n]$/.test(text);

const { normalizeLink, validateLink } = parserFor('');

/** The link as it is stored; null if links to this address are not allowed. */
export function storedLink(href: string, title?: string | null): Link | null {
  const url = normalizeLink(href.trim());
  return validateLink(url) ? { href: url, title: title?.replaceAll(/\s+/g, ' ').trim() || null } : null;
}

/** The characters of a text block, as they can be stored. */
export function signsOf(block: Node): Sign[] {
  const signs: Sign[] = [];
  block.forEach((node) => {
    const has = (name: string) => node.marks.some(({ type }) => type.name === name);
    const link = node.marks.find(({ type }) => type.name === 'link')?.attrs;
    const marks = { bold: has('bold'), italic: has('italic'), link: link ? storedLink(link.href, link.title) : null };
    const text = node.isText ? (node.text ?? '').replaceAll(/[\t\r\n\0]/g, ' ') : '\n';
    for (const sign of text) signs.push({ sign, ...marks });
  });
  const isEdge = (at: number) =>
    signs[at]?.sign === ' ' && (signs[at - 1]?.sign === '\n' || signs[at + 1]?.sign === '\n');
  // Spaces at line breaks are not stored, nor those at the ends.
  while (signs.some((_, at) => isEdge(at)))
    for (let at = signs.length; at >= 0; at--) if (isEdge(at)) signs.splice(at, 1);
  const text = signs.map(({ sign }) => sign);
  const start = text.findIndex((sign) => !isSpace(sign) && sign !== '\uFEFF');
  const end = text.findLastIndex((sign) => !isSpace(sign) && sign !== '\uFEFF');
  const kept = start < 0 ? [] : signs.slice(start, end + 1);
  for (const mark of ['bold', 'italic'] as const) shrink(kept, mark);
  return kept;
}

/** Removes emphasis from characters at its ends where Markdown could neither begin nor end it. */
function shrink(signs: Sign[], mark: 'bold' | 'italic'): void {
  const trim = (from: number, step: 1 | -1) => {
    for (let at = from; signs[at]?.[mark]; at += step) {
      const [sign, outer] = [signs[at]?.sign ?? '', signs[at - step]?.sign];
      const fits = !isSpace(sign) && (!isPunctuation(sign) || isSpace(outer) || isPunctuation(outer ?? ''));
      if (fits) return;
      (signs[at] as Sign)[mark] = false; // the loop's condition has found it
    }
  };
  for (let at = 0; at < signs.length; at++) if (signs[at]?.[mark] && !signs[at - 1]?.[mark]) trim(at, 1);
  for (let at = signs.length - 1; at >= 0; at--) if (signs[at]?.[mark] && !signs[at + 1]?.[mark]) trim(at, -1);
}

const sameLink = (one: Link | null, other: Link | null) => one?.href === other?.href && one?.title === other?.title;

/** Whether two texts read the same. Spaces have no emphasis of their own. */
export const isSame = (one: Sign[], other: Sign[]): boolean =>
  one.length === other.length &&
  one.every((it, at) => {
    const that = other[at];
    const emphasis = isSpace(it.sign) || (it.bold === that?.bold && it.italic === that.italic);
    return that?.sign === it.sign && emphasis && sameLink(it.link, that.link);
  });

interface Style {
  /** The delimiter of italic. */
  italic: '*' | '_';
  /** Escapes each character that could be syntax, not only where it is. */
  escapesAll?: boolean;
  /** Links are outside of emphasis, even if it continues after them. */
  linksFirst?: boolean;
}

const styles: Style[] = [
  { italic: '*' },
  { italic: '*', escapesAll: true },
  { italic: '_', escapesAll: true },
  { italic: '*', escapesAll: true, linksFirst: true },
  { italic: '_', escapesAll: true, linksFirst: true },
];

const simpler: ((sign: Sign) => Sign)[] = [
  (sign) => sign,
  (sign) => ({ ...sign, italic: sign.italic && !sign.bold }),
  (sign) => ({ ...sign, italic: false }),
  (sign) => ({ ...sign, italic: false, bold: false }),
  (sign) => ({ ...sign, italic: false, bold: false, link: null }),
];

/** Markdown of these characters. `read` parses it as the page does in this place. */
export function writeInline(signs: Sign[], read: (markdown: string) => Sign[]): string {
  for (const simplify of simpler) {
    const wanted = signs.map(simplify);
    for (const style of styles) {
      const markdown = inlineMarkdown(wanted, style);
      if (isSame(read(markdown), wanted)) return markdown;
    }
  }
  return inlineMarkdown(
    signs.map((sign) => ({ ...sign, bold: false, italic: false, link: null })),
    { italic: '*', escapesAll: true },
  );
}

type Open = { mark: 'bold' | 'italic' } | { mark: 'link'; link: Link };

function inlineMarkdown(signs: Sign[], { italic, escapesAll = false, linksFirst = false }: Style): string {
  const open: Open[] = [];
  let written = '';
  const has = (sign: Sign | undefined, it: Open) =>
    it.mark === 'link' ? !!sign?.link && sameLink(sign.link, it.link) : !!sign?.[it.mark];
  const begin = (it: Open) => (it.mark === 'link' ? '[' : it.mark === 'bold' ? '**' : italic);
  const end = (it: Open) => (it.mark === 'link' ? `](${destination(it.link)})` : begin(it));
  const lengthFrom = (at: number, it: Open) => {
    let to = at;
    while (has(signs[to], it)) to += 1;
    return linksFirst && it.mark === 'link' ? Number.POSITIVE_INFINITY : to;
  };
  for (let at = 0; at <= signs.length; at++) {
    const sign = signs[at];
    while (!open.every((it) => has(sign, it))) written += end(open.pop() as Open); // it is not empty
    const marks: Open[] = [
      ...(sign?.link ? [{ mark: 'link', link: sign.link } as const] : []),
      { mark: 'bold' },
      { mark: 'italic' },
    ];
    const opening = marks
      .filter((it) => has(sign, it) && !open.some((other) => other.mark === it.mark))
      .map((it) => ({ it, length: lengthFrom(at, it) }))
      .toSorted((one, other) => other.length - one.length || marks.indexOf(one.it) - marks.indexOf(other.it));
    // Emphasis that is open is closed before the link, and opened again within it.
    if (linksFirst && opening.some(({ it }) => it.mark === 'link') && open.length) {
      const closed = open.splice(0).reverse();
      written += closed.map(end).join('');
      opening.push(...closed.reverse().map((it) => ({ it, length: 0 })));
    }
    for (const { it } of opening) {
      open.push(it);
      written += begin(it);
    }
    if (sign) written += escaped(signs, at, escapesAll);
  }
  return written;
}

function escaped(signs: Sign[], at: number, always: boolean): string {
  const [{ sign, link } = { sign: '', link: null }, before, after] = [signs[at], signs[at - 1], signs[at + 1]];
  if (sign === '\n') return before?.sign === '\n' || after?.sign === '\n' ? '\\\n' : '\n';
  const isBorder = (other: Sign | undefined) =>
    !!other && (other.bold !== signs[at]?.bold || other.italic !== signs[at]?.italic || !sameLink(other.link, link));
  const isBeside = isBorder(before) || isBorder(after);
  const isAlone = !isBeside && isSpace(before?.sign) && isSpace(after?.sign);
  const isSyntax: Record<string, boolean> = {
    '\\': isBeside || isEscapable(after?.sign),
    '*': !isAlone,
    _: !isAlone && (isBeside || !isWord(before?.sign) || !isWord(after?.sign)),
    '[': !!link,
    ']': !!link || after?.sign === '(',
  };
  return isSyntax[sign] || (always && sign in isSyntax) ? `\\${sign}` : sign;
}

function destination({ href, title }: Link): string {
  const entity = (text: string) => text.replaceAll(/&(?=#?\w+;)/g, String.raw`\&`);
  const url = entity(href.replaceAll(/[()\\]/g, String.raw`\$&`));
  return title ? `${url || '<>'} "${entity(title.replaceAll(/["\\]/g, String.raw`\$&`))}"` : url;
}

const lineStarts: [RegExp, string][] = [
  [/^#{1,6}(?=\s|$)/, String.raw`\$&`],
  [/^>/, String.raw`\$&`],
  [/^[-+*](?=\s|$)/, String.raw`\$&`],
  [/^([-_*])(?=(?:\s*\1){2,}\s*$)/, String.raw`\$&`],
  [/^(\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`],
  [/^::/, String.raw`\$&`],
  // The delimiter row of a table.
  [/^[|:-](?=[|:\-\s]*$)/, String.raw`\$&`],
];

/** Escapes what would begin a block at the start of a line. */
export const asText = (markdown: string): string =>
  markdown
    .split('\n')
    .map((line) => {
      const [pattern, by] = lineStarts.find(([start]) => start.test(line)) ?? [];
      return pattern && by ? line.replace(pattern, by) : line;
    })
    .join('\n');
