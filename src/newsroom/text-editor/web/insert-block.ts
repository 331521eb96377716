import type { Editor, JSONContent } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { flushSync } from 'react-dom';

/**
 * Inserts blocks below the caret's block, or in its place if it is an empty paragraph: at the top level, or in a box
 * that may hold them. They are from `at` to `end`.
 */
function withBlocks(state: EditorState, blocks: Node[]): { change: Transaction; at: number; end: number } {
  const { $to } = state.selection;
  const isBox = $to.depth > 0 && ['facts', 'correction'].includes($to.node(1).type.name);
  const fits = isBox && blocks.every(({ type }) => $to.node(1).type.contentMatch.matchType(type));
  const depth = fits ? 2 : 1;
  const change = state.tr;
  let at = $to.depth < depth ? $to.pos : $to.after(depth);
  const current = $to.depth >= depth ? $to.node(depth) : null;
  if (current?.type.name === 'paragraph' && !current.content.size) {
    at = $to.before(depth);
    change.replaceWith(at, at + current.nodeSize, blocks);
  } else change.insert(at, blocks);
  return { change, at, end: blocks.reduce((end, { nodeSize }) => end + nodeSize, at) };
}

/** Inserts a block and moves the caret into it, or selects it if it is not text. */
export function insertBlock({ state, view, schema }: Editor, content: JSONContent): void {
  const block = schema.nodeFromJSON(content);
  const { change, at, end } = withBlocks(state, [block]);
  if (block.isAtom && end >= change.doc.content.size) change.insert(end, schema.nodes.paragraph?.create() ?? []);
  const inside = block.isAtom ? NodeSelection.create(change.doc, at) : TextSelection.near(change.doc.resolve(at + 1));
  view.dispatch(change.setSelection(inside).scrollIntoView());
}

/** The transaction that inserts these blocks at the caret, and moves the caret to the text below them. */
export function insertAbove(state: EditorState, blocks: Node[]): Transaction {
  const { change, end } = withBlocks(state, blocks);
  if (!change.doc.resolve(end).nodeAfter?.isTextblock) change.insert(end, state.schema.node('paragraph'));
  return change.setSelection(TextSelection.create(change.doc, end + 1)).scrollIntoView();
}

/**
 * The transaction that selects the block before or after the caret which is not text; undefined if there is none. Without
 * it, joining two paragraphs would delete a picture between them.
 */
export function selectBlock({ selection, tr }: EditorState, side: 'before' | 'after'): Transaction | undefined {
  const { empty, $head } = selection;
  const edge = side === 'before' ? 0 : $head.parent.content.size;
  if (!empty || !$head.parent.isTextblock || $head.parentOffset !== edge) return undefined;
  const $beside = tr.doc.resolve(side === 'before' ? $head.before() : $head.after());
  const block = side === 'before' ? $beside.nodeBefore : $beside.nodeAfter;
  const isEmpty = edge === 0 && !$head.parent.content.size; // then it is the paragraph that is removed
  if (!block?.isAtom || isEmpty) return undefined;
  return tr.setSelection(NodeSelection.create(tr.doc, side === 'before' ? $beside.pos - block.nodeSize : $beside.pos));
}

/** Calls `close` and focuses the text at once: Tiptap's `focus` waits, and what is typed meanwhile would be lost. */
export function backToText({ view }: Editor, close?: () => void): void {
  if (close) flushSync(close);
  view.focus();
}
