// A story's Markdown as a document that is edited. Only blocks that were changed are written again: the others keep their
// text as it was typed, so that a version, a merge and the history show what an editor has changed and nothing else.
import type { Node } from '@tiptap/pm/model';
import { parserFor } from '#src/markdown/story-text.rules.ts';
import { type Block, blocksOf, readBlock } from './story-reader.ts';
import { storySchema } from './story-schema.ts';
import { blockText, isEmpty, writeStory } from './story-writer.ts';
import { isUpload } from './uploads.ts';

/** The text of a block; all lines end with a line break. */
interface Source {
  text: string;
  /** Blank lines before it. */
  before: string;
  /** Key of the block before it. */
  previous: string;
}

/** The source text of blocks: of this text, and of texts opened before, to which undo may return. */
export interface Sources {
  byNode: WeakMap<Node, Source>;
  /** By content: undo creates nodes that are equal, not identical. */
  byKey: Map<string, Source>;
}

const noSources = (): Sources => ({ byNode: new WeakMap(), byKey: new Map() });

const sourceOf = ({ byNode, byKey }: Sources, node: Node | undefined) =>
  node && (byNode.get(node) ?? byKey.get(keyOf(node)));

/** A text that is edited as a document. */
export interface StoryDocument {
  doc: Node;
  sources: Sources;
  /** Blank lines after the last block, and its key. */
  end: { text: string; previous: string };
}

// Nodes are never changed: an unchanged block is the same object in each version of the document.
const keys = new WeakMap<Node, string>();
const texts = new WeakMap<Node, string[]>();

function keyOf(node: Node | undefined): string {
  if (!node) return '';
  const key = keys.get(node) ?? JSON.stringify(node.toJSON());
  keys.set(node, key);
  return key;
}

function newText(node: Node, turn: number): string {
  const known = texts.get(node) ?? [];
  known[turn] ??= `${blockText(node, turn)}\n`;
  texts.set(node, known);
  return known[turn] ?? '';
}

/** Opens a text. `sources` are those of texts opened before. */
export function openStory(markdown: string, sources = noSources()): StoryDocument {
  const text = markdown.replaceAll(/\r\n?/g, '\n');
  const lines = text.split('\n').map((line) => `${line}\n`);
  const linesOf = (from: number, to?: number) => lines.slice(from, to).join('');
  const nodes: Node[] = [];
  let at = 0;
  for (const block of blocksOf(text)) {
    const end = endOf(lines, block);
    const node = readBlock(block);
    const [text, before] = [linesOf(block.start, end), linesOf(at, block.start)];
    const source: Source = { text, before, previous: keyOf(nodes.at(-1)) };
    sources.byNode.set(node, source);
    sources.byKey.set(keyOf(node), source);
    nodes.push(node);
    at = end;
  }
  const doc = storySchema.topNodeType.create(null, nodes.length ? nodes : storySchema.node('paragraph'));
  return { doc, sources, end: { text: linesOf(at), previous: keyOf(nodes.at(-1)) } };
}

/** Links the blocks of an editor's document, which has a schema of its own, to the text of this story. */
export function adoptDocument({ doc, sources }: StoryDocument, own: Node): void {
  // The editor may have added an empty paragraph at the end.
  for (const [at, node] of doc.children.entries()) adoptBlock(sources, own.maybeChild(at), node);
}

/** Links a block of the editor's document to the text of this one. */
export function adoptBlock({ byNode }: Sources, own: Node | null | undefined, node: Node): void {
  const source = byNode.get(node);
  if (own && source) byNode.set(own, source);
}

// A list includes the blank lines after it.
function endOf(lines: string[], { start, end }: Block): number {
  let last = end;
  while (last > start + 1 && !lines[last - 1]?.trim()) last -= 1;
  return last;
}

// An empty paragraph or heading is stored only if the text has it.
const isStored = (sources: Sources) => (node: Node, at: number, all: readonly Node[]) =>
  !isEmpty(node) || sourceOf(sources, node)?.previous === keyOf(all[at - 1]);

const storedIn = (sources: Sources, doc: Node) =>
  doc.children.filter((node) => !isUpload(node)).filter(isStored(sources));

/** The text of each block of a document; that of a block which is not stored is empty. */
export function textsOf(sources: Sources, doc: Node): string[] {
  const stored = new Set(storedIn(sources, doc));
  const parts = partsOf(
    doc.children.filter((node) => stored.has(node)),
    sources,
    () => true,
  );
  return doc.children.map((node) => (stored.has(node) ? (parts.shift()?.[1] ?? '') : ''));
}

/** Markdown of a document that began as this story. */
export function markdownOf({ sources, end }: StoryDocument, doc: Node): string {
  const blocks = storedIn(sources, doc);
  const follows = (at: number) => sourceOf(sources, blocks[at])?.previous === keyOf(blocks[at - 1]);
  const isBetweenItsOwn = (at: number) => follows(at) && (at === blocks.length - 1 || follows(at + 1));
  for (const keepsText of [() => true, isBetweenItsOwn]) {
    const parts = partsOf(blocks, sources, keepsText);
    if (!isReadAs(parts)) continue;
    const after = end.previous === keyOf(blocks.at(-1)) ? end.text : '';
    return `${parts.flat().join('')}${after}`.slice(0, -1);
  }
  return writeStory(doc);
}

/** The blank lines before each block, and its text. */
function partsOf(blocks: Node[], sources: Sources, keepsText: (at: number) => boolean): [string, string][] {
  let turn = 0;
  return blocks.map((node, at) => {
    turn = at > 0 && blocks[at - 1]?.type === node.type ? (turn + 1) % 2 : 0;
    const source = sourceOf(sources, node);
    const separator = at ? '\n' : '';
    if (!source || !keepsText(at)) return [separator, newText(node, turn)];
    return [source.previous === keyOf(blocks[at - 1]) ? source.before : source.before || separator, source.text];
  });
}

/** Whether the parser begins a block with each part, and nowhere else. */
function isReadAs(parts: [string, string][]): boolean {
  const text = parts.flat().join('');
  const starts: number[] = [];
  let line = 0;
  const linesOf = (part: string) => part.split('\n').length - 1;
  for (const [before, block] of parts) {
    line += linesOf(before);
    starts.push(line);
    line += linesOf(block);
  }
  const parser = parserFor(text);
  const found: ReturnType<typeof parser.parse> = [];
  parser.block.parse(text, parser, {}, found);
  const begun = found.flatMap(({ level, nesting, map }) => (level === 0 && nesting >= 0 ? [map?.[0]] : []));
  return begun.length === starts.length && begun.every((start, at) => start === starts[at]);
}
