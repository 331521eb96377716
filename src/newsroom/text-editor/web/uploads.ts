// Placeholders of pictures that are being uploaded: blocks of the document that are not part of its Markdown. A block
// moves, is cut, pasted and undone as others are, so that a picture arrives wherever its placeholder is by then.
import type { Node, Schema } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import type { MediaItem } from '#src/news/media/media.contract.ts';
import { directiveOf, ofDirective } from './addresses.ts';

export const isUpload = (node: Node): boolean => node.type.name === 'upload';

/** The placeholder of an upload with this key. */
export const uploadNode = (schema: Schema, key: number): Node => schema.node('upload', { key });

function uploadsIn(doc: Node): { node: Node; at: number }[] {
  const found: { node: Node; at: number }[] = [];
  doc.descendants((node, at) => {
    if (isUpload(node)) found.push({ node, at });
    return !node.isTextblock;
  });
  return found;
}

/** The keys of the uploads that have a placeholder. */
export const keysIn = (doc: Node): number[] => uploadsIn(doc).map(({ node }) => node.attrs.key);

/**
 * The transaction that puts pictures in place of their placeholders; undefined if none has arrived. It is not in the
 * undo history: undo goes back to before the placeholder was inserted, and so removes the picture.
 */
export function withPictures(
  { doc, tr, schema }: EditorState,
  arrived: ReadonlyMap<number, MediaItem>,
): Transaction | undefined {
  for (const { node, at } of uploadsIn(doc)) {
    const item = arrived.get(node.attrs.key);
    if (item) tr.replaceWith(at, at + 1, schema.nodeFromJSON(ofDirective(directiveOf(item))));
  }
  return tr.docChanged ? tr.setMeta('addToHistory', false) : undefined;
}

/** Restores placeholders that a transaction has replaced together with the text around them. */
export function keepUploads(tr: Transaction, before: Node): void {
  const kept = new Set(keysIn(tr.doc));
  let end = 0; // of the placeholder before it
  for (const { node, at } of uploadsIn(before)) {
    const mapped = tr.mapping.map(at);
    const place = tr.doc.resolve(mapped);
    const isKept = kept.has(node.attrs.key);
    const to = isKept ? mapped : Math.max(end, place.depth ? place.after(1) : mapped);
    if (!isKept) tr.insert(to, node);
    end = to + 1;
  }
}
