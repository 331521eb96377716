import { Extension, type KeyboardShortcutCommand } from '@tiptap/core';
import { EditorContent, useEditor } from '@tiptap/react';
import { useId, useMemo, useRef, useState } from 'react';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { blockViews } from './block-views.tsx';
import { backToText, selectBlock } from './insert-block.ts';
import { InsertDialog } from './insert-dialog.tsx';
import { LeaveWarning } from './leave-warning.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { textExtensions } from './story-schema.ts';
import type { StoryTextFieldProps } from './story-text.ts';
import { Toolbar } from './toolbar.tsx';
import { Uploads } from './upload-view.tsx';
import { usePictureUploads, usePlaceholders } from './use-pasted-pictures.ts';
import { useFormValue, useStoryDocument } from './use-story-document.ts';
import '#src/news/published/web/story.css';

type Open = 'link' | 'insert' | null;

const selects =
  (side: 'before' | 'after'): KeyboardShortcutCommand =>
  ({ editor: { state, view } }) => {
    const change = selectBlock(state, side);
    if (change) view.dispatch(change);
    return change !== undefined;
  };

/** The editor of a story's text: it shows the text as readers see it, and stores Markdown. */
export function StoryEditor(props: StoryTextFieldProps & { isHidden: boolean; onSource(): void }) {
  const { isHidden, label, value, language, error, pictureMegabytes, onChange, onUploads, onSource } = props;
  const { t } = useTexts();
  const id = useId();
  const [open, setOpen] = useState<Open>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { content, onUpdate, ...document } = useStoryDocument(value, onChange);
  const { events, ...pictures } = usePictureUploads(pictureMegabytes * 1024 * 1024);
  const keys = useMemo(
    () =>
      Extension.create({
        name: 'storyKeys',
        addKeyboardShortcuts: () => ({
          'Mod-k': () => {
            setOpen('link');
            return true;
          },
          'Alt-F10': () => {
            frame.current?.querySelector<HTMLElement>('[role=toolbar] [tabindex="0"]')?.focus();
            return true;
          },
          '/': ({ editor }) => {
            const { $from, empty } = editor.state.selection;
            if (!empty || $from.depth !== 1 || $from.parent.type.name !== 'paragraph' || $from.parent.content.size)
              return false;
            setOpen('insert');
            return true;
          },
          Backspace: selects('before'),
          Delete: selects('after'),
        }),
      }),
    [],
  );
  const describedBy = [`${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  // Memoized: with a new object the editor resets its state, which disturbs typing.
  const editorProps = useMemo(() => {
    const attributes: Record<string, string> = {
      id: `${id}-text`,
      class: 'story-text editor-text',
      role: 'textbox',
      'aria-multiline': 'true',
      ...(!isHidden && { 'aria-labelledby': `${id}-label` }),
      'aria-describedby': describedBy,
      lang: language,
      dir: directionOf(language) ?? 'ltr',
      spellcheck: 'true',
      ...(error && { 'aria-invalid': 'true' }),
    };
    return { attributes, handleDOMEvents: events };
  }, [id, isHidden, describedBy, language, error, events]);
  const extensions = useMemo(() => [...textExtensions, ...blockViews, keys], [keys]);
  const editor = useEditor({
    extensions,
    content,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    onUpdate,
    editorProps,
  });
  useFormValue(editor, value, document);
  const { pending, failed } = usePlaceholders(editor, pictures, onUploads);

  return (
    <div ref={frame} hidden={isHidden}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the text itself is reached with Tab */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as a label does */}
      <span id={`${id}-label`} className="mb-1 block font-semibold text-sm" onClick={() => backToText(editor)}>
        {label}
      </span>
      <div className="editor-box" data-invalid={error ? '' : undefined}>
        <Toolbar
          editor={editor}
          controls={`${id}-text`}
          onLink={() => setOpen('link')}
          onInsert={() => setOpen('insert')}
          onSource={onSource}
        />
        <Uploads value={pictures.uploads}>
          <EditorContent editor={editor} />
        </Uploads>
      </div>
      <p id={`${id}-hint`} className="mt-1 text-sm text-soft">
        {t('editor.hint')}
      </p>
      {error && !isHidden && (
        <p id={`${id}-error`} className="mt-1 font-medium text-bad text-sm" role="alert">
          {error}
        </p>
      )}
      {pending + failed > 0 && <LeaveWarning />}
      {open === 'link' && <LinkDialog editor={editor} onClose={() => setOpen(null)} />}
      {open === 'insert' && <InsertDialog editor={editor} onClose={() => setOpen(null)} />}
    </div>
  );
}
