// Pasting and dropping: from word processors, spreadsheets and web pages, as Markdown, or as an address. ProseMirror's
// own handler parses HTML from a string, which our pages do not allow (decision 092).
import { DOMParser, Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { toast } from '#src/client/toasts.ts';
import { embedOf } from '#src/markdown/embeds.rules.ts';
import { tableFromClipboard } from '#src/markdown/markdown-tables.rules.ts';
import { addressOf, embedBlock } from './addresses.ts';
import { insertAbove } from './insert-block.ts';
import { cleanHtml } from './pasted-html.ts';
import { mostPictures, type PictureUploads } from './pasted-pictures.ts';
import { readStory } from './story-reader.ts';
import { isUpload, uploadNode } from './uploads.ts';

const isAddress = (text: string) => /^https?:\/\/\S+$/.test(text);
// Some browsers give HEIC no type.
const isPicture = ({ type, name }: File) => type.startsWith('image/') || /\.hei[cf]$/i.test(name);

/** The handlers of an editor whose pictures are uploaded there. */
export const editorEvents = (uploads: PictureUploads) => ({
  paste(view: EditorView, event: ClipboardEvent): boolean {
    if (!event.clipboardData) return false;
    event.preventDefault(); // first: else what cannot be read would be inserted as it is
    insertData(view, event.clipboardData, uploads, event);
    return true;
  },
  drop(view: EditorView, event: DragEvent): boolean {
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
    if (view.dragging || !event.dataTransfer) return false;
    event.preventDefault(); // a file would otherwise be opened instead of the page
    if (at) view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at.pos))));
    insertData(view, event.dataTransfer, uploads);
    return true;
  },
});

// File managers put the names of files on the clipboard too.
const isNamed = (files: File[], text: string) =>
  text.split(/\r?\n/).every((line) => /^file:|^$/.test(line) || files.some(({ name }) => name === line));

function insertData(view: EditorView, data: DataTransfer, uploads: PictureUploads, event?: ClipboardEvent): void {
  const [html, text] = [data.getData('text/html'), data.getData('text/plain')];
  const files = [...data.files].filter(isPicture);
  const isOnlyFiles = !html && files.length > 0 && isNamed(files, text);
  if (!isOnlyFiles && !html && text && insertAddress(view, text.trim())) return;
  const { slice, leftOut } = html
    ? fromHtml(view.state.schema, html, data.getData('text/rtf'), uploads)
    : { slice: fromText(view.state.schema, isOnlyFiles ? '' : text), leftOut: 0 };
  // Or a picture of a web page, with its address as HTML. If there is text, the files are images of that text.
  if (files.length && !hasContent(slice)) {
    insertFiles(view, files, uploads);
    return;
  }
  if (leftOut) toast({ kind: 'info', text: 'editor.picturesLeftOut', params: { count: leftOut } });
  if (data.files.length && !slice.size) toast({ kind: 'info', text: 'editor.onlyPictures' });
  if (slice.size) insertSlice(view, slice, event);
}

const hasContent = ({ content }: Slice) => content.content.some((node) => node.textContent.trim() || node.isAtom);

function insertFiles(view: EditorView, files: File[], uploads: PictureUploads): void {
  const leftOut = files.length - mostPictures;
  if (leftOut > 0) toast({ kind: 'info', text: 'editor.picturesLeftOut', params: { count: leftOut } });
  const keys = uploads.add(files.slice(0, mostPictures));
  const { state } = view;
  view.dispatch(
    insertAbove(
      state,
      keys.map((key) => uploadNode(state.schema, key)),
    ),
  );
}

function insertSlice(view: EditorView, slice: Slice, event?: ClipboardEvent): void {
  const { $from } = view.state.selection;
  const isInCell = Array.from({ length: $from.depth + 1 }, (_, at) => $from.node(at).type.name).includes('table');
  if (!isInCell) {
    view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true));
    return;
  }
  // A cell has only text: pictures go below the table.
  const { content, openStart, openEnd } = slice;
  const pictures = content.content.filter(isUpload);
  const words = content.content.filter((node) => !isUpload(node));
  const isClosed = pictures.length > 0;
  const rest = new Slice(Fragment.from(words), isClosed ? 0 : openStart, isClosed ? 0 : openEnd);
  // Pasted cells: handled by the table extension.
  if (!(event && rest.size && view.someProp('handlePaste', (handle) => handle(view, event, rest))))
    view.dispatch(view.state.tr.replaceSelection(inOneLine(rest)).scrollIntoView().setMeta('paste', true));
  if (pictures.length) view.dispatch(insertAbove(view.state, pictures));
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

function fromHtml(schema: Schema, html: string, rtf: string, uploads: PictureUploads) {
  const { body, leftOut } = cleanHtml(html, rtf, uploads);
  return { slice: withoutEmpty(DOMParser.fromSchema(schema).parseSlice(body)), leftOut };
}

/** Without the empty paragraphs that word processors use as spacing. */
function withoutEmpty({ content, openStart, openEnd }: Slice): Slice {
  if (content.childCount < 2) return new Slice(content, openStart, openEnd);
  const kept: Node[] = [];
  content.forEach((node) => {
    if (node.type.name !== 'paragraph' || node.textContent.trim()) kept.push(node);
  });
  const isOpen = (node: Node | undefined, open: number) => (node?.isTextblock ? Math.min(open, 1) : 0);
  return new Slice(Fragment.from(kept), isOpen(kept[0], openStart), isOpen(kept.at(-1), openEnd));
}

/** Rows of a spreadsheet become a table; all else is read as Markdown, which leaves plain text as it is. */
function fromText(schema: Schema, text: string): Slice {
  const doc = schema.nodeFromJSON(readStory(tableFromClipboard(text) ?? text).toJSON());
  const [only] = doc.children;
  if (doc.childCount === 1 && only?.type.name === 'paragraph') {
    // Text of one line, with the spaces around it.
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
