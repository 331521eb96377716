// What the views of blocks have in common: a frame with buttons, and fields for what can be changed.
import type { NodeViewProps } from '@tiptap/core';
import { NodeViewWrapper } from '@tiptap/react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { Directive } from '#src/markdown/directives.rules.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Options } from '#src/ui/field.tsx';
import { Icon, type IconName } from '#src/ui/icon.tsx';
import { backToText } from './insert-block.ts';

/** The directive of a node, and a function that changes some of it. */
export function useDirective<D extends Directive>({ node, updateAttributes }: NodeViewProps) {
  const directive = node.attrs.directive as D;
  return { directive, change: (changed: Partial<D>) => updateAttributes({ directive: { ...directive, ...changed } }) };
}

/** Swaps a block with the one before or after it. */
function move({ editor, node, getPos }: NodeViewProps, step: -1 | 1): void {
  const at = getPos();
  if (at === undefined) return;
  const { doc, tr } = editor.state;
  const $at = doc.resolve(at);
  const other = step < 0 ? $at.nodeBefore : doc.resolve(at + node.nodeSize).nodeAfter;
  if (!other) return;
  tr.delete(at, at + node.nodeSize);
  tr.insert(step < 0 ? at - other.nodeSize : at + other.nodeSize, node);
  editor.view.dispatch(tr.scrollIntoView());
}

/** The frame is in the language of the interface, within a text that may be in another. */
export function useOwnLanguage() {
  const { language } = useTexts();
  return { lang: language, dir: directionOf(language) };
}

export function Frame({ view, title, children }: { view: NodeViewProps; title: string; children: ReactNode }) {
  const { t } = useTexts();
  const own = useOwnLanguage();
  const button = (icon: IconName, label: TextKey, onClick: () => void) => (
    <button
      type="button"
      className="grid size-11 place-items-center hover:bg-wash"
      aria-label={`${t(label)}: ${title}`}
      title={t(label)}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <NodeViewWrapper as="section" aria-label={title} className={`editor-block ${view.selected ? 'is-selected' : ''}`}>
      <div className="editor-block-head" contentEditable={false} {...own}>
        <span className="kicker" data-drag-handle="">
          {title}
        </span>
        <span className="ms-auto flex">
          {button('up', 'editor.moveUp', () => move(view, -1))}
          {button('down', 'editor.moveDown', () => move(view, 1))}
          {button('trash', 'editor.remove', () => {
            view.deleteNode();
            backToText(view.editor);
          })}
        </span>
      </div>
      {children}
    </NodeViewWrapper>
  );
}

/** A one-line field. Shows what is typed at once, before the document has it: an input method must not be disturbed. */
export function Line(props: { label: string; value: string; type?: string; onChange(text: string): void }) {
  const { label, value, type = 'text', onChange } = props;
  const id = useId();
  const own = useOwnLanguage();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <p className="editor-line" contentEditable={false} {...own}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        dir="auto"
        maxLength={1000}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(event.target.value);
        }}
        // Enter must not submit the story form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </p>
  );
}

export function Choice<Name extends string>(props: {
  label: string;
  value: Name;
  names: readonly Name[];
  text(name: Name): string;
  onChange(name: Name): void;
}) {
  const { label, value, names, text, onChange } = props;
  const id = useId();
  const own = useOwnLanguage();
  return (
    <p className="editor-line" contentEditable={false} {...own}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value as Name)}>
        <Options of={names.map((name) => [name, text(name)])} />
      </select>
    </p>
  );
}
