// Pasting and dropping: from word processors, spreadsheets and web pages, as Markdown, or as an address. ProseMirror's own
// way makes HTML from a string, which our pages do not allow (decision 092).
import { DOMParser, Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { toast } from '#src/client/toasts.ts';
import { embedOf } from '../../embeds.rules.ts';
import { tableFromClipboard } from '../../markdown-tables.rules.ts';
import { addressOf, embedBlock } from './addresses.ts';
import { cleanHtml } from './pasted-html.ts';
import { readStory } from './story-reader.ts';

const isAddress = (text: string) => /^https?:\/\/\S+$/.test(text);

export const editorEvents = {
  paste(view: EditorView, event: ClipboardEvent): boolean {
    if (!event.clipboardData) return false;
    event.preventDefault(); // first: else what cannot be read would be inserted as it is
    insertData(view, event.clipboardData, event);
    return true;
  },
  drop(view: EditorView, event: DragEvent): boolean {
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
    if (view.dragging || !event.dataTransfer) return false;
    event.preventDefault(); // a file would otherwise be opened instead of the page
    if (at) view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at.pos))));
    insertData(view, event.dataTransfer);
    return true;
  },
};

function insertData(view: EditorView, data: DataTransfer, event?: ClipboardEvent): void {
  const [html, text] = [data.getData('text/html'), data.getData('text/plain')];
  if (!html && text && insertAddress(view, text.trim())) return;
  const slice = html ? fromHtml(view.state.schema, html) : fromText(view.state.schema, text);
  if (data.files.length && !slice.size) toast({ kind: 'info', text: 'editor.picturesLeftOut' });
  if (!slice.size) return;
  const { $from } = view.state.selection;
  const isInCell = Array.from({ length: $from.depth + 1 }, (_, at) => $from.node(at).type.name).includes('table');
  // Cells in cells: the table's own way.
  if (isInCell && event && view.someProp('handlePaste', (handle) => handle(view, event, slice))) return;
  const pasted = isInCell ? inOneLine(slice) : slice;
  view.dispatch(view.state.tr.replaceSelection(pasted).scrollIntoView().setMeta('paste', true));
}

/** An address becomes the link of the selected words, or is shown in an empty paragraph. */
function insertAddress(view: EditorView, text: string): boolean {
  if (!isAddress(text)) return false;
  const { state } = view;
  const { empty, $from, from, to } = state.selection;
  const [link, embed] = [addressOf(text), embedOf(text) && embedBlock(text)];
  if (!empty && link && $from.parent.isTextblock) {
    view.dispatch(state.tr.addMark(from, to, state.schema.mark('link', link)));
    return true;
  }
  const isEmptyParagraph = empty && $from.depth === 1 && !$from.parent.content.size;
  if (isEmptyParagraph && embed) {
    const block = state.schema.nodeFromJSON(embed);
    const change = state.tr.replaceRangeWith($from.before(), $from.after(), block);
    view.dispatch(change.scrollIntoView());
    return true;
  }
  if (!link) return false;
  view.dispatch(state.tr.replaceSelectionWith(state.schema.text(text, [state.schema.mark('link', link)]), false));
  return true;
}

function fromHtml(schema: Schema, html: string): Slice {
  const { body, pictures } = cleanHtml(html);
  if (pictures) toast({ kind: 'info', text: 'editor.picturesLeftOut' });
  return withoutEmpty(DOMParser.fromSchema(schema).parseSlice(body));
}

/** Without the empty paragraphs with which word processors make space. */
function withoutEmpty({ content, openStart, openEnd }: Slice): Slice {
  if (content.childCount < 2) return new Slice(content, openStart, openEnd);
  const kept: Node[] = [];
  content.forEach((node) => {
    if (node.type.name !== 'paragraph' || node.textContent.trim()) kept.push(node);
  });
  const isOpen = (node: Node | undefined, open: number) => (node?.isTextblock ? Math.min(open, 1) : 0);
  return new Slice(Fragment.from(kept), isOpen(kept[0], openStart), isOpen(kept.at(-1), openEnd));
}

/** Rows of a spreadsheet become a table; all else is Markdown, as which plain text reads as it is. */
function fromText(schema: Schema, text: string): Slice {
  const doc = schema.nodeFromJSON(readStory(tableFromClipboard(text) ?? text).toJSON());
  const [only] = doc.children;
  if (doc.childCount === 1 && only?.type.name === 'paragraph') {
    // Words in a line, with the spaces around them.
    const before = /^[ \u00A0]*/.exec(text)?.[0] ?? '';
    const after = only.content.size ? spacesAtEnd(text) : '';
    const space = (words: string) => (words ? Fragment.from(schema.text(words)) : Fragment.empty);
    return new Slice(space(before).append(only.content).append(space(after)), 0, 0);
  }
  const open = (node: Node | null) => (node?.type.name === 'paragraph' ? 1 : 0);
  return new Slice(doc.content, open(doc.firstChild), open(doc.lastChild));
}

function spacesAtEnd(text: string): string {
  let start = text.length;
  while (/[ \u00A0]/.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start);
}

/** The words of a slice, for a cell. */
function inOneLine({ content }: Slice): Slice {
  const words: Node[] = [];
  const add = (node: Node) => {
    if (node.isText) words.push(node);
    else if (node.type.name === 'hardBreak') words.push(node.type.schema.text(' '));
    else {
      const last = words.at(-1)?.text ?? ' ';
      if (node.isTextblock && !last.endsWith(' ')) words.push(node.type.schema.text(' '));
      node.forEach(add);
    }
  };
  content.forEach(add);
  return new Slice(Fragment.from(words), 0, 0);
}
