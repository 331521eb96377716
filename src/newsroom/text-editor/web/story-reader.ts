// Reads a story's Markdown as a document, with the parser of the story's page.
import type { Node } from '@tiptap/pm/model';
import type { Token } from 'markdown-it';
import { MarkdownParser } from 'prosemirror-markdown';
import { directiveOf } from '#src/markdown/directives.rules.ts';
import { parserFor } from '#src/markdown/story-text.rules.ts';
import { storySchema } from './story-schema.ts';

const isTight = (tokens: Token[], at: number) => {
  const next = tokens.slice(at + 1).find(({ type }) => type !== 'list_item_open');
  return next?.type !== 'paragraph_open' || next.hidden;
};
const alignOf = (token: Token) => {
  const align = token.attrGet('class');
  return { align: align === 'right' || align === 'center' ? align : null };
};
const attrsOf = (token: Token) => ({ directive: directiveOf(token) });

const leaf = (node: string) => ({ node, getAttrs: attrsOf });

type Tokenizer = ConstructorParameters<typeof MarkdownParser>[1];
// The tokens come from our parser, block by block.
const tokenizer = { parse: (_: string, { tokens }: { tokens: Token[] }) => tokens } as unknown as Tokenizer;

const parser = new MarkdownParser(storySchema, tokenizer, {
  paragraph: { block: 'paragraph' },
  heading: { block: 'heading', getAttrs: ({ tag }) => ({ level: Number(tag.slice(1)) }) },
  blockquote: { block: 'blockquote' },
  bullet_list: { block: 'bulletList', getAttrs: (_, tokens, at) => ({ tight: isTight(tokens, at) }) },
  ordered_list: {
    block: 'orderedList',
    getAttrs: (token, tokens, at) => ({ tight: isTight(tokens, at), start: Number(token.attrGet('start') ?? 1) }),
  },
  list_item: { block: 'listItem' },
  hr: { node: 'horizontalRule' },
  table: { block: 'table' },
  thead: { ignore: true },
  tbody: { ignore: true },
  tr: { block: 'tableRow' },
  th: { block: 'tableHeader', getAttrs: alignOf },
  td: { block: 'tableCell', getAttrs: alignOf },
  picture: leaf('picture'),
  gallery: leaf('gallery'),
  video: leaf('video'),
  audio: leaf('audio'),
  embed: leaf('embed'),
  story: leaf('story'),
  facts: { block: 'facts', getAttrs: attrsOf },
  correction: { block: 'correction', getAttrs: attrsOf },
  softbreak: { node: 'hardBreak' },
  hardbreak: { node: 'hardBreak' },
  strong: { mark: 'bold' },
  em: { mark: 'italic' },
  link: {
    mark: 'link',
    getAttrs: (token) => ({ href: token.attrGet('href') ?? '', title: token.attrGet('title') || null }),
  },
});

/** A block of the text, from line `start` up to line `end`. */
export interface Block {
  tokens: Token[];
  start: number;
  end: number;
}

/** The blocks of a text. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Token[] = [];
  for (const token of parserFor(text).parse(text, {})) {
    open.push(token);
    if (token.level !== 0 || token.nesting === 1) continue;
    const [start = 0, end = 0] = open[0]?.map ?? [];
    blocks.push({ tokens: open, start, end });
    open = [];
  }
  return blocks;
}

// A cell holds its words directly in Markdown, and a paragraph in the document.
const withParagraphs = (tokens: Token[]) =>
  tokens.flatMap((token, at) => {
    const before = tokens[at - 1]?.type ?? '';
    if (token.type !== 'inline' || !/^t[hd]_open$/.test(before)) return [token];
    return [{ type: 'paragraph_open' } as Token, token, { type: 'paragraph_close' } as Token];
  });

/** The node of a block. */
export function readBlock({ tokens }: Block): Node {
  const [node] = parser.parse('', { tokens: withParagraphs(tokens) }).children;
  return node ?? storySchema.node('paragraph');
}

/** The document of a text. */
export function readStory(text: string): Node {
  const nodes = blocksOf(text).map(readBlock);
  return storySchema.topNodeType.create(null, nodes.length ? nodes : storySchema.node('paragraph'));
}
