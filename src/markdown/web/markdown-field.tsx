import { type ClipboardEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { TextKey } from '#src/messages/catalogue.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { TextArea } from '#src/ui/field.tsx';
import { editMarkdown, type MarkdownTool, pasteTable, type Selection, type TextEdit } from '../markdown-edit.rules.ts';

interface MarkdownFieldProps {
  label: string;
  value: string;
  error?: string | undefined;
  rows?: number;
  onChange(text: string): void;
}

const tools: { label: TextKey; sign: string; tool: MarkdownTool; letter?: string }[] = [
  { label: 'newsroom.bold', sign: 'B', tool: { inline: '**' }, letter: 'B' },
  { label: 'newsroom.italic', sign: 'I', tool: { inline: '*' }, letter: 'I' },
  { label: 'newsroom.heading', sign: 'H', tool: { block: '## ' } },
  { label: 'newsroom.quote', sign: '“', tool: { block: '> ' } },
  { label: 'newsroom.list', sign: '•', tool: { block: '- ' } },
  { label: 'newsroom.link', sign: '↗', tool: 'link', letter: 'K' },
  { label: 'newsroom.table', sign: '⊞', tool: 'table' },
];

/** The letter of a key; on a keyboard of another script that of its place. */
const letterOf = ({ key, code }: KeyboardEvent) => (/^[a-z]$/i.test(key) ? key : code.replace('Key', '')).toUpperCase();

const onMac = () => /Mac|iP/.test(navigator.platform);

/** Leaves the caret between its words when another text comes from elsewhere, such as one with an uploaded picture. */
function useCaret(area: RefObject<HTMLTextAreaElement | null>, value: string): void {
  // React has not changed the element yet.
  const { value: before = value, selectionStart: start = 0, selectionEnd: end = 0 } = area.current ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the text changes
  useLayoutEffect(() => {
    if (before === value || document.activeElement !== area.current) return;
    let same = 0;
    while (same < before.length && before[same] === value[same]) same += 1;
    const moved = (at: number) => (at <= same ? at : Math.max(same, at + value.length - before.length));
    area.current?.setSelectionRange(moved(start), moved(end));
  }, [value]);
}

/** Text area for the story, with a Markdown toolbar. */
export function MarkdownField({ label, value, error, rows = 16, onChange }: MarkdownFieldProps) {
  const { t } = useTexts();
  const area = useRef<HTMLTextAreaElement>(null);
  useCaret(area, value);
  const apply = (editOf: (text: string, selection: Selection) => TextEdit | undefined) => {
    const element = area.current;
    if (!element) return false;
    const { selectionStart: start, selectionEnd: end } = element;
    const edit = editOf(element.value, { start, end });
    if (!edit) return false;
    element.focus();
    // Inserted with execCommand instead of assigned, to keep the browser's undo history.
    element.setSelectionRange(edit.start, edit.end);
    const done = edit.insert ? document.execCommand('insertText', false, edit.insert) : document.execCommand('delete');
    if (!done) onChange(value.slice(0, edit.start) + edit.insert + value.slice(edit.end));
    element.setSelectionRange(edit.selection.start, edit.selection.end);
    return true;
  };
  const use = (tool: MarkdownTool) => apply((text, selection) => editMarkdown(text, selection, tool));
  const handlePaste = (event: ClipboardEvent) => {
    const clipboard = event.clipboardData.getData('text/plain');
    if (apply((text, selection) => pasteTable(text, selection, clipboard))) event.preventDefault();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return;
    const pressed = letterOf(event);
    const found = tools.find(({ letter }) => letter === pressed);
    if (!found) return;
    event.preventDefault();
    use(found.tool);
  };
  return (
    <div>
      <TextArea
        ref={area}
        label={label}
        value={value}
        error={error}
        rows={rows}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKey}
        onPaste={handlePaste}
      />
      <div role="toolbar" aria-label={t('newsroom.formatting')} className="mt-1 flex flex-wrap gap-1">
        {tools.map(({ label, sign, tool, letter }) => (
          <button
            key={label}
            type="button"
            className="grid size-11 place-items-center border border-rule font-bold font-serif hover:border-ink"
            aria-label={t(label)}
            aria-keyshortcuts={letter && `Control+${letter} Meta+${letter}`}
            title={letter ? `${t(label)} (${onMac() ? '⌘' : 'Ctrl+'}${letter})` : t(label)}
            onClick={() => use(tool)}
          >
            {sign}
          </button>
        ))}
      </div>
    </div>
  );
}
