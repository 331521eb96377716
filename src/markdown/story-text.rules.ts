// A story's text is Markdown in a small subset: paragraphs, headings, emphasis, quotations, lists, links, tables, and the
// directives of directives.rules.ts.
// Plain text is valid too. HTML is escaped.
import MarkdownIt, { type Token } from 'markdown-it';
import type { Html } from '#src/calls/html.ts';
import {
  type ContainerDirective,
  type Directive,
  directiveOf,
  directives,
  type GalleryDirective,
  type LeafDirective,
} from './directives.rules.ts';
import { isLinkAddress } from './links.rules.ts';
import { type BlockRenderer, withoutBlocks } from './story-blocks.rules.ts';
import { boxTables, maximumCells, prepareCells, readTable, type StoryTable, tableText } from './story-tables.rules.ts';

function subset() {
  const markdown = new MarkdownIt('zero', { html: false, breaks: true, linkify: false }).enable([
    'heading',
    'blockquote',
    'list',
    'hr',
    'emphasis',
    'link',
    'newline',
    'escape',
  ]);
  markdown.validateLink = isLinkAddress;
  // The headline is the page's only h1, so headings in the text begin at h2.
  markdown.core.ruler.push('heading-level', ({ tokens }) => {
    for (const token of tokens) if (token.tag === 'h1') token.tag = 'h2';
  });
  directives(markdown);
  const rendererOf = (env: unknown) => (env as { blocks?: BlockRenderer }).blocks ?? withoutBlocks;
  for (const name of ['picture', 'gallery', 'video', 'audio', 'embed', 'story'])
    markdown.renderer.rules[name] = (tokens, at, _, env) =>
      rendererOf(env).leaf(directiveOf(tokens[at] as Token) as LeafDirective | GalleryDirective); // all of these are leaves or galleries
  for (const name of ['facts_open', 'correction_open'])
    markdown.renderer.rules[name] = (tokens, at, _, env) =>
      `${rendererOf(env).open(directiveOf(tokens[at] as Token) as ContainerDirective)}\n`; // both are containers
  return markdown;
}

const markdown = subset().enable('table');
markdown.core.ruler.push('table-cells', prepareCells);
const withoutTables = subset();

// Enough for the results of an examination of 2,000 candidates.
const maxCells = 20_000;

/** The parser for a text: without tables if it has too many cells, which then stay as they were typed. */
export const parserFor = (text: string): InstanceType<typeof MarkdownIt> =>
  maximumCells(text) > maxCells ? withoutTables : markdown;

const parse = (text: string) => parserFor(text).parse(text, {});

/** The directives of a text, in order; the pictures of a gallery are in the gallery. */
export const directivesIn = (text: string): Directive[] =>
  text.includes('::') ? parse(text).flatMap((token) => (token.nesting >= 0 ? (directiveOf(token) ?? []) : [])) : [];

/** The most pictures, files and stories each that a text shows; what follows them is left out. */
const maxReferences = 100;

/** The ids that a text refers to, the first ones: pictures (in galleries too), video and audio files, and stories. */
export function referencesIn(text: string): Record<'pictures' | 'files' | 'stories', number[]> {
  const found = directivesIn(text);
  const idsOf = (...names: Directive['name'][]) =>
    [
      ...new Set(
        found
          .flatMap((it) => (it.name === 'gallery' ? it.pictures : [it]))
          .flatMap((it) => ('id' in it && names.includes(it.name) ? [it.id] : [])),
      ),
    ].slice(0, maxReferences);
  return { pictures: idsOf('picture'), files: idsOf('video', 'audio'), stories: idsOf('story') };
}

export interface StoryHtml {
  /** HTML of the first paragraph; null if it is the only block. */
  standfirst: Html | null;
  html: Html;
}

/** Renders the story as safe HTML. `blocks` writes what is not text. */
export function storyHtml(text: string, blocks: BlockRenderer = withoutBlocks): StoryHtml {
  const render = (tokens: Token[]) => renderedHtml(tokens, blocks);
  const tokens = parse(text);
  const [first, inline, close, ...rest] = tokens;
  if (first?.type !== 'paragraph_open' || !inline || !close || rest.length === 0)
    return { standfirst: null, html: render(tokens) };
  return { standfirst: render([inline]), html: render(rest) };
}

/** Renders a short text that has no standfirst and no blocks, such as a biography, as safe HTML. */
export const textHtml = (text: string): Html => renderedHtml(parse(text), withoutBlocks);

// The renderer escapes HTML in the text.
const renderedHtml = (tokens: Token[], blocks: BlockRenderer) =>
  boxTables(markdown.renderer.render(tokens, markdown.options, { blocks })) as Html;

const wordsOf = ({ children }: Token) =>
  (children ?? []).map(({ type, content }) => (type.endsWith('break') ? ' ' : content)).join('');

const isBox = (directive: Directive): directive is ContainerDirective =>
  directive.name === 'facts' || directive.name === 'correction';

/** The captions of pictures, files and embeds, and the headings of boxes. */
const labelsOf = (directive: Directive): string[] =>
  [directive, ...(directive.name === 'gallery' ? directive.pictures : [])].map(({ label }) => label).filter(Boolean);

/** The blocks of a text without Markdown syntax, each on one line. `isText`: neither a table nor in a box or caption. */
function* plainBlocks(text: string): Generator<{ words: string; isText: boolean }> {
  const tokens = parse(text);
  let inBox = false;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token; // within the bounds
    const directive = directiveOf(token);
    if (directive && isBox(directive)) inBox = token.nesting > 0;
    if (directive && token.nesting >= 0) for (const words of labelsOf(directive)) yield { words, isText: false };
    if (token.type === 'inline') yield { words: wordsOf(token), isText: !inBox };
    if (token.type !== 'table_open') continue;
    const { table, end } = readTable(tokens, at, wordsOf);
    yield { words: tableText(table), isText: false };
    at = end;
  }
}

/** The story without Markdown syntax, one line per paragraph, table or caption. */
export const plainText = (text: string): string => Array.from(plainBlocks(text), ({ words }) => words).join('\n');

/** A paragraph for print. */
export interface PrintParagraph {
  kind: 'paragraph' | 'heading' | 'item' | 'table' | 'block';
  text: string;
  /** Of a block that is not text: a leaf or a gallery. */
  directive?: Directive;
  /** The box that it is in; the same object for all of a box. */
  box?: ContainerDirective;
  /** Of an item in a numbered list. */
  number?: number;
  /** Of a table. */
  table?: StoryTable;
}

/** The paragraphs of a story for typesetting, without Markdown syntax. */
export function printParagraphs(text: string): PrintParagraph[] {
  const parts: PrintParagraph[] = [];
  let kind: PrintParagraph['kind'] = 'paragraph';
  // The numbers of the last items of the open lists; NaN in those with bullets.
  const lists: number[] = [];
  let item: Pick<PrintParagraph, 'kind' | 'number'> | undefined;
  const tokens = parse(text);
  let box: { box?: ContainerDirective } = {};
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token; // within the bounds
    const { type } = token;
    const directive = directiveOf(token);
    if (directive && isBox(directive)) {
      box = token.nesting > 0 ? { box: directive } : {};
      if (token.nesting > 0 && directive.label) parts.push({ kind: 'heading', text: directive.label, ...box });
    } else if (directive) parts.push({ kind: 'block', text: labelsOf(directive).join('. '), directive, ...box });
    if (type === 'bullet_list_open') lists.push(Number.NaN);
    if (type === 'ordered_list_open') lists.push(Number(token.attrGet('start') ?? 1) - 1);
    if (type === 'bullet_list_close' || type === 'ordered_list_close') lists.pop();
    if (type === 'list_item_open') {
      const number = (lists.pop() ?? Number.NaN) + 1;
      lists.push(number);
      item = Number.isNaN(number) ? { kind: 'item' } : { kind: 'item', number };
    }
    if (type === 'heading_open') kind = 'heading';
    if (type === 'paragraph_open') kind = 'paragraph';
    if (type === 'table_open') {
      const { table, end } = readTable(tokens, at, wordsOf);
      parts.push({ kind: 'table', text: tableText(table), table, ...box });
      at = end;
    }
    if (type !== 'inline') continue;
    const content = wordsOf(token).trim();
    if (!content) continue;
    parts.push({ kind, text: content, ...(kind === 'paragraph' && item), ...box }); // further paragraphs have no number
    item = undefined;
  }
  return parts;
}

/**
 * The beginning of a story for cards and previews: at most `max` characters, cut between words; never from a table, a box, a
 * correction or a caption.
 */
export function summaryOf(text: string, max = 280): string {
  for (const { words, isText } of plainBlocks(text)) if (isText) return shorten(words, max);
  return '';
}

// What ends a phrase: comma, semicolon, colon, dash, in Latin and Arabic scripts.
const phraseEnd = /[,;:،؛–—]$/u;
const sentenceEnd = /[.!?…।॥۔؟]["'”’)\]]*$/u;
// Dr. Rao, Rs. 40, A. K. Rao: one to three Latin letters before a full stop, which ends no sentence.
const abbreviation = /(?:^|[\s(.])\p{Script=Latin}{1,3}\.$/u;

/**
 * A text of at most `max` characters: up to the end of a sentence if that keeps half of it, else up to the end of a
 * phrase if that keeps two thirds, else up to a word, both with an ellipsis. A word too long is cut between letters, never
 * between a letter and its vowel sign.
 */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const spaces = [...text.slice(0, max + 1).matchAll(/\s+/gu)].map(({ index }) => index);
  const ends = spaces.reverse().flatMap((end) => text.slice(0, end) || []);
  const sentence = ends.find((it) => sentenceEnd.test(it) && !abbreviation.test(it));
  if (sentence && sentence.length >= max / 2) return sentence;
  const phrase = ends.find((it) => phraseEnd.test(it));
  if (phrase && phrase.length >= (max * 2) / 3) return `${withoutEnd(phrase)}…`;
  const [word] = ends;
  return `${word ?? letters(text, max)}…`;
}

function withoutEnd(phrase: string): string {
  let end = phrase.length;
  while (/[\s,;:،؛–—]/u.test(phrase.charAt(end - 1))) end -= 1;
  return phrase.slice(0, end);
}

function letters(text: string, max: number): string {
  const { segment, index } = new Intl.Segmenter().segment(text).containing(max) ?? { segment: '', index: max };
  return text.slice(0, index || segment.length);
}
