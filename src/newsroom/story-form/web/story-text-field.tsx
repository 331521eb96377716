import { useEffect, useRef, useState } from 'react';
import { localStore } from '#src/client/storage.ts';
import { MarkdownField } from '#src/markdown/web/markdown-field.tsx';
import { useTexts } from '#src/messages/texts.tsx';
import style from '#src/newsroom/text-editor/web/story-editor.css?url&no-inline';
import type { StoryTextFieldProps } from '#src/newsroom/text-editor/web/story-text.ts';

// Only pages with the story form load the editor; at once, while the form still waits for its categories.
const loading = import.meta.env.SSR
  ? undefined
  : import('#src/newsroom/text-editor/web/story-editor.tsx').then(
      ({ StoryEditor }) => StoryEditor,
      () => undefined, // not loaded: the field for Markdown replaces it
    );
type Editor = NonNullable<Awaited<NonNullable<typeof loading>>>;

const choiceKey = 'story-text';

/** The text of the story: the editor, or the field for Markdown, which also serves until the editor has been loaded. */
export function StoryTextField(props: StoryTextFieldProps) {
  const { t } = useTexts();
  const [loaded, setLoaded] = useState<{ Editor: Editor }>();
  const [isSource, setIsSource] = useState(() => localStore().getItem(choiceKey) === 'markdown');
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isOpen = true;
    const leaving = new AbortController();
    void loading?.then((Editor) => {
      const show = () => isOpen && Editor && setLoaded({ Editor });
      const element = field.current;
      // The field is not replaced while an editor types in it.
      if (!element?.contains(document.activeElement)) return show();
      element.addEventListener('focusout', show, { once: true, signal: leaving.signal });
    });
    return () => {
      isOpen = false;
      leaving.abort();
    };
  }, []);
  const choose = (source: boolean) => {
    localStore().setItem(choiceKey, source ? 'markdown' : 'editor');
    setIsSource(source);
  };
  return (
    <div ref={field} className="min-w-0">
      {/* Not with the editor: while a style sheet loads, React reverts what is typed into the other fields. */}
      <link rel="stylesheet" href={style} precedence="own" />
      {/* Stays mounted while its Markdown is shown, with its undo history. */}
      {loaded && <loaded.Editor {...props} isHidden={isSource} onSource={() => choose(true)} />}
      {(!loaded || isSource) && <MarkdownField {...props} />}
      {loaded && isSource && (
        <button type="button" className="link min-h-11" onClick={() => choose(false)}>
          {t('editor.showEditor')}
        </button>
      )}
    </div>
  );
}
