import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { backToText } from './insert-block.ts';
import { historyTools, type Tool, tableTools, textTools } from './tools.ts';

const onMac = () => /Mac|iP/.test(navigator.platform);

const buttonClass =
  'editor-tool grid h-11 min-w-11 shrink-0 place-items-center border border-rule px-2 font-serif hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper aria-disabled:text-soft';

interface ToolbarProps {
  editor: Editor;
  /** Id of the editor's text. */
  controls: string;
  onLink(): void;
  onInsert(): void;
  onSource(): void;
}

/**
 * The toolbar: one tab stop, in which the arrow keys move, as the ARIA authoring practices describe it. Alt+F10 leads to
 * it from the text, and Escape back.
 */
export function Toolbar({ editor, controls, onLink, onInsert, onSource }: ToolbarProps) {
  const { t } = useTexts();
  const bar = useRef<HTMLDivElement>(null);
  const tools: Tool[] = [
    ...textTools,
    { name: 'link', label: 'newsroom.link', sign: '↗', keys: 'K', isActive: (it) => it.isActive('link'), run: onLink },
    { name: 'insert', label: 'editor.insert', sign: '+', className: 'font-bold text-xl', run: onInsert },
    ...historyTools,
  ];
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({
      isInTable: editor.isActive('table'),
      active: [...tools, ...tableTools].filter(({ isActive }) => isActive?.(editor)).map(({ name }) => name),
      missing: [...tools, ...tableTools]
        .filter(({ isAvailable }) => isAvailable && !isAvailable(editor))
        .map(({ name }) => name),
    }),
  });
  const handleKey = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const back = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    const last = buttons.length - 1;
    const to = { [forward]: at + 1, [back]: at - 1, Home: 0, End: last }[event.key];
    if (event.key === 'Escape') backToText(editor);
    else if (to === undefined) return;
    else focusOnly(buttons, buttons[to < 0 ? last : to > last ? 0 : to]);
    event.preventDefault();
  };
  const button = (tool: Tool, isFirst = false): ReactNode => {
    const isMissing = state.missing.includes(tool.name);
    const label = t(tool.label);
    return (
      <button
        key={tool.name}
        type="button"
        tabIndex={isFirst ? 0 : -1}
        className={`${buttonClass} ${tool.className ?? ''}`}
        aria-label={label}
        aria-pressed={tool.isActive ? state.active.includes(tool.name) : undefined}
        aria-disabled={isMissing || undefined}
        aria-haspopup={tool.name === 'link' || tool.name === 'insert' ? 'dialog' : undefined}
        aria-keyshortcuts={tool.keys && `Control+${tool.keys} Meta+${tool.keys}`}
        title={tool.keys ? `${label} (${onMac() ? '⌘' : 'Ctrl+'}${tool.keys})` : label}
        // The text keeps its selection, and a phone its keyboard.
        onMouseDown={(event) => event.preventDefault()}
        onFocus={({ currentTarget }) => focusOnly([...(bar.current?.querySelectorAll('button') ?? [])], currentTarget)}
        onClick={() => !isMissing && tool.run(editor)}
      >
        <span aria-hidden="true">{tool.sign}</span>
      </button>
    );
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('newsroom.formatting')}
      aria-controls={controls}
      className="editor-toolbar"
      onKeyDown={handleKey}
    >
      <div className="editor-tools">
        {tools.map((tool, at) => button(tool, at === 0))}
        <button
          type="button"
          tabIndex={-1}
          className={`${buttonClass} ms-auto font-sans text-sm`}
          onFocus={({ currentTarget }) =>
            focusOnly([...(bar.current?.querySelectorAll('button') ?? [])], currentTarget)
          }
          onClick={onSource}
        >
          Markdown
        </button>
      </div>
      {state.isInTable && (
        <fieldset className="editor-tools border-rule border-t">
          <legend className="sr-only">{t('newsroom.table')}</legend>
          {tableTools.map((tool) => button(tool))}
        </fieldset>
      )}
    </div>
  );
}

/** Moves the toolbar's tab stop. */
function focusOnly(buttons: HTMLButtonElement[], target: HTMLButtonElement | undefined): void {
  for (const button of buttons) button.tabIndex = button === target ? 0 : -1;
  if (target !== document.activeElement) target?.focus();
}
