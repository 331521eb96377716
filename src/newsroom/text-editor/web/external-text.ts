// Shows another text in an open editor, such as one that was merged with a colleague's.
import type { Node } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { diffArrays } from 'diff';
import { adoptBlock, type StoryDocument, textsOf } from './story-document.ts';
import { isUpload, keepUploads } from './uploads.ts';

// With more changes, everything between the first and the last is replaced.
const maxChanged = 600;

/** Blocks of the document from `start` to `end` that become those of the text from `from` to `to`. */
interface Change {
  start: number;
  end: number;
  from: number;
  to: number;
}

/**
 * The transaction that turns the document into this story. Blocks with the same text are not replaced, so that the
 * caret and spaces that are not stored stay; nor is the empty paragraph at the caret.
 */
export function changeTo(state: EditorState, { doc: next, sources }: StoryDocument): Transaction {
  const { doc, schema, selection, tr } = state;
  const caret = doc.maybeChild(selection.$head.index(0));
  const isBegun = (node: Node) =>
    node === caret &&
    node.type.name === 'paragraph' &&
    !node.content.size &&
    doc.childCount > 1 &&
    next.content.size > 2;
  const isText = (node: Node) => !isBegun(node) && !isUpload(node);
  const places = doc.children.flatMap((node, at) => (isText(node) ? [at] : []));
  const texts = textsOf(sources, doc);
  const nodes = next.children.map((node) => schema.nodeFromJSON(node.toJSON()));
  const found = changes(
    places.map((at) => texts[at] ?? ''),
    textsOf(sources, next),
  );
  for (const { start, end, from, to } of found.reverse())
    replace(tr, placeOf(doc, places, start, end), nodes.slice(from, to));
  keepUploads(tr, doc);
  const own = tr.doc.children.filter(isText);
  for (const [at, node] of next.children.entries()) adoptBlock(sources, own[at], node);
  return tr;
}

/** What differs, in order. */
function changes(before: string[], after: string[]): Change[] {
  const found: Change[] = [];
  const parts = diffArrays(before, after, { maxEditLength: maxChanged });
  if (!parts) return [{ start: 0, end: before.length, from: 0, to: after.length }];
  let [at, index] = [0, 0];
  for (const { added, removed, value } of parts) {
    const [start, from] = [at, index];
    if (!added) at += value.length;
    if (!removed) index += value.length;
    if (!added && !removed) continue;
    const last = found.at(-1);
    if (last?.end === start && last.to === from) Object.assign(last, { end: at, to: index });
    else found.push({ start, end: at, from, to: index });
  }
  return found;
}

/** The range of blocks in the document; after the block before them if there are none. */
function placeOf(doc: Node, places: number[], start: number, end: number): { from: number; to: number } {
  const endOf = (place: number | undefined) =>
    doc.children.slice(0, place === undefined ? 0 : place + 1).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const first = places[start];
  if (start === end || first === undefined) return { from: endOf(places[start - 1]), to: endOf(places[start - 1]) };
  return { from: endOf(first) - doc.child(first).nodeSize, to: endOf(places[end - 1]) };
}

/** Replaces only what differs within these blocks. */
function replace(tr: Transaction, { from, to }: { from: number; to: number }, nodes: Node[]): void {
  const now = tr.doc.slice(from, to).content;
  const next = tr.doc.type.create(null, nodes);
  const start = now.findDiffStart(next.content);
  const end = now.findDiffEnd(next.content);
  if (start === null || !end) return;
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const size = tr.doc.content.size;
  tr.replace(from + start, from + end.a + overlap, next.slice(start, end.b + overlap));
  const newEnd = to + tr.doc.content.size - size;
  // ProseMirror may have fitted the open ends differently.
  if (!tr.doc.slice(from, newEnd).content.eq(next.content)) tr.replaceWith(from, newEnd, nodes);
}
