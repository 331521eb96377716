// The tools of the toolbar: what each is called, whether it is active at the caret, and what it does.
import type { Editor } from '@tiptap/core';
import type { TextKey } from '#src/messages/catalogue.ts';
import { backToText } from './insert-block.ts';

export interface Tool {
  name: string;
  label: TextKey;
  sign: string;
  className?: string;
  /** As the browser and the title show it, without the key Ctrl or Cmd: "Shift+8". */
  keys?: string;
  isActive?(editor: Editor): boolean;
  isAvailable?(editor: Editor): boolean;
  run(editor: Editor): unknown;
}

const heading = (level: 2 | 3): Pick<Tool, 'isActive' | 'run'> => ({
  isActive: (editor) => editor.isActive('heading', { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
});

export const textTools: Tool[] = [
  {
    name: 'bold',
    label: 'newsroom.bold',
    sign: 'B',
    className: 'font-bold',
    keys: 'B',
    isActive: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: 'italic',
    label: 'newsroom.italic',
    sign: 'I',
    className: 'italic',
    keys: 'I',
    isActive: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  { name: 'heading', label: 'newsroom.heading', sign: 'H', className: 'font-bold', keys: 'Alt+2', ...heading(2) },
  { name: 'subheading', label: 'editor.subheading', sign: 'h', className: 'font-bold', keys: 'Alt+3', ...heading(3) },
  {
    name: 'quote',
    label: 'newsroom.quote',
    sign: '“',
    className: 'font-bold text-xl',
    keys: 'Shift+B',
    isActive: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    name: 'list',
    label: 'newsroom.list',
    sign: '•',
    className: 'font-bold text-xl',
    keys: 'Shift+8',
    isActive: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'numbered',
    label: 'editor.numberedList',
    sign: '№',
    keys: 'Shift+7',
    isActive: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
];

export const historyTools: Tool[] = [
  {
    name: 'undo',
    label: 'editor.undo',
    sign: '↶',
    keys: 'Z',
    isAvailable: (editor) => editor.can().undo(),
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    name: 'redo',
    label: 'editor.redo',
    sign: '↷',
    keys: 'Shift+Z',
    isAvailable: (editor) => editor.can().redo(),
    run: (editor) => editor.chain().focus().redo().run(),
  },
];

const inTable = (run: (editor: Editor) => unknown): Pick<Tool, 'run'> => ({ run });
const align = (value: 'center' | 'right' | null): Pick<Tool, 'isActive' | 'run'> => ({
  isActive: (editor) =>
    ['tableCell', 'tableHeader'].some((name) => editor.isActive(name) && editor.getAttributes(name).align === value),
  run: (editor) => alignColumn(editor, value),
});

/** Shown while the caret is in a table. */
export const tableTools: Tool[] = [
  {
    name: 'rowAbove',
    label: 'editor.rowAbove',
    sign: '↥',
    // The first row has the headings.
    isAvailable: (editor) => !editor.isActive('tableHeader'),
    ...inTable((editor) => editor.chain().focus().addRowBefore().run()),
  },
  {
    name: 'rowBelow',
    label: 'editor.rowBelow',
    sign: '↧',
    ...inTable((editor) => editor.chain().focus().addRowAfter().run()),
  },
  {
    name: 'columnBefore',
    label: 'editor.columnBefore',
    sign: '↤',
    className: 'rtl:-scale-x-100',
    ...inTable((editor) => editor.chain().focus().addColumnBefore().run()),
  },
  {
    name: 'columnAfter',
    label: 'editor.columnAfter',
    sign: '↦',
    className: 'rtl:-scale-x-100',
    ...inTable((editor) => editor.chain().focus().addColumnAfter().run()),
  },
  { name: 'alignStart', label: 'editor.alignStart', sign: '⇤', className: 'rtl:-scale-x-100', ...align(null) },
  { name: 'alignCenter', label: 'editor.alignCenter', sign: '↔', ...align('center') },
  { name: 'alignRight', label: 'editor.alignRight', sign: '⇥', ...align('right') },
  {
    name: 'deleteRow',
    label: 'editor.deleteRow',
    sign: '−↕',
    isAvailable: (editor) => !editor.isActive('tableHeader'),
    ...inTable((editor) => editor.chain().focus().deleteRow().run()),
  },
  {
    name: 'deleteColumn',
    label: 'editor.deleteColumn',
    sign: '−↔',
    ...inTable((editor) => editor.chain().focus().deleteColumn().run()),
  },
  {
    name: 'deleteTable',
    label: 'editor.deleteTable',
    sign: '✕',
    ...inTable((editor) => editor.chain().focus().deleteTable().run()),
  },
];

/** Aligns the cells of the column at the caret. */
function alignColumn(editor: Editor, value: string | null): void {
  const { $from } = editor.state.selection;
  const depth = Array.from({ length: $from.depth + 1 }, (_, at) => at).findLast(
    (at) => $from.node(at).type.name === 'tableRow',
  );
  if (depth === undefined) return;
  const [table, column, change] = [$from.node(depth - 1), $from.index(depth), editor.state.tr];
  let at = $from.start(depth - 1);
  table.forEach((row) => {
    let cellAt = at + 1;
    row.forEach((cell, _, index) => {
      if (index === column) change.setNodeAttribute(cellAt, 'align', value);
      cellAt += cell.nodeSize;
    });
    at += row.nodeSize;
  });
  editor.view.dispatch(change);
  backToText(editor);
}
