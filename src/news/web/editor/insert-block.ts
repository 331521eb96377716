import type { Editor, JSONContent } from '@tiptap/core';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { flushSync } from 'react-dom';

/**
 * Inserts a block below that of the caret, or in place of it if it is an empty paragraph: at the top level, or in a box
 * that may hold it. The caret goes into it, or below it if it is not text.
 */
export function insertBlock(editor: Editor, content: JSONContent): void {
  const { state, view, schema } = editor;
  const block = schema.nodeFromJSON(content);
  const { $to } = state.selection;
  const isBox = $to.depth > 0 && ['facts', 'correction'].includes($to.node(1).type.name);
  const fits = isBox && $to.node(1).type.contentMatch.matchType(block.type);
  const depth = fits ? 2 : 1;
  const change = state.tr;
  let at = $to.depth < depth ? $to.pos : $to.after(depth);
  const current = $to.depth >= depth ? $to.node(depth) : null;
  if (current?.type.name === 'paragraph' && !current.content.size) {
    at = $to.before(depth);
    change.replaceWith(at, at + current.nodeSize, block);
  } else change.insert(at, block);
  const end = at + block.nodeSize;
  if (block.isAtom && end >= change.doc.content.size) change.insert(end, schema.nodes.paragraph?.create() ?? []);
  const inside = block.isAtom ? NodeSelection.create(change.doc, at) : TextSelection.near(change.doc.resolve(at + 1));
  view.dispatch(change.setSelection(inside).scrollIntoView());
}

/** Closes what lies over the text, and goes on in it at once: Tiptap's own way waits, and loses what is typed meanwhile. */
export function backToText({ view }: Editor, close?: () => void): void {
  if (close) flushSync(close);
  view.focus();
}
