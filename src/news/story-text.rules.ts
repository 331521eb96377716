// A story's text is Markdown in a small subset: paragraphs, headings, emphasis, quotations, lists and links.
// Plain text is valid too; HTML in it is shown as it was typed, never run.
import MarkdownIt, { type Token } from 'markdown-it';
import type { Html } from '#src/calls/html.ts';

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

// The page's one h1 is the headline, so a story's own headings begin at h2.
markdown.core.ruler.push('heading-level', ({ tokens }) => {
  for (const token of tokens) if (token.tag === 'h1') token.tag = 'h2';
});

export interface StoryHtml {
  /** HTML of the first paragraph, when more follows it. */
  standfirst: Html | null;
  html: Html;
}

/** The story as HTML that is safe to put into a page. */
export function storyHtml(text: string): StoryHtml {
  const tokens = markdown.parse(text, {});
  const [first, inline, close, ...rest] = tokens;
  if (first?.type !== 'paragraph_open' || !inline || !close || rest.length === 0)
    return { standfirst: null, html: render(tokens) };
  return { standfirst: render([inline]), html: render(rest) };
}

const render = (tokens: Token[]) => markdown.renderer.render(tokens, markdown.options, {}) as Html; // no HTML of the text's own gets through it

/** The story without its marks, a line per paragraph. */
export const plainText = (text: string): string =>
  markdown
    .parse(text, {})
    .filter(({ type }) => type === 'inline')
    .map(({ children }) => (children ?? []).map((token) => (token.type === 'softbreak' ? ' ' : token.content)).join(''))
    .join('\n');

/** A paragraph as paper has it. */
export interface PrintPart {
  kind: 'paragraph' | 'heading' | 'item';
  text: string;
}

/** The story for the typesetter, without its marks. */
export function printParts(text: string): PrintPart[] {
  const parts: PrintPart[] = [];
  let kind: PrintPart['kind'] = 'paragraph';
  let depth = 0;
  for (const { type, children } of markdown.parse(text, {})) {
    if (type === 'list_item_open') depth += 1;
    if (type === 'list_item_close') depth -= 1;
    if (type === 'heading_open') kind = 'heading';
    if (type === 'paragraph_open') kind = depth > 0 ? 'item' : 'paragraph';
    if (type !== 'inline') continue;
    const words = (children ?? []).map((token) => (token.type === 'softbreak' ? ' ' : token.content)).join('');
    if (words.trim()) parts.push({ kind, text: words.trim() });
  }
  return parts;
}

/** The first words of a story for cards and previews, at most `max` characters and never cut inside a word. */
export function summaryOf(text: string, max = 280): string {
  const first = plainText(text).split('\n', 1)[0] ?? '';
  if (first.length <= max) return first;
  const cut = first.slice(0, max);
  const lastSpace = cut.lastIndexOf(' ');
  return `${cut.slice(0, lastSpace > 0 ? lastSpace : max).trimEnd()}…`;
}
