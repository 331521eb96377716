import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { changeTo } from './external-text.ts';
import { adoptDocument, markdownOf, openStory, type StoryDocument } from './story-document.ts';

/**
 * Synchronizes a form's Markdown with an editor's document. What the editor changes is written to the form; another
 * value of the form, such as a merged text, replaces what differs in the document, and the caret stays where it was.
 */
export function useStoryDocument(value: string, onChange: (text: string) => void) {
  const [first] = useState(() => {
    const story = openStory(value);
    return { story, content: story.doc.toJSON() };
  });
  const story = useRef<StoryDocument>(first.story);
  const current = useRef(value);
  const newest = useRef(onChange);
  newest.current = onChange;
  const onUpdate = ({ editor }: { editor: Editor }) => {
    const markdown = markdownOf(story.current, editor.state.doc);
    if (markdown === current.current) return;
    current.current = markdown;
    // At once, as from an input: no further typing may come between this change and an update of the form, such as a
    // merged text.
    flushSync(() => newest.current(markdown));
  };
  return { content: first.content, onUpdate, story, current };
}

/** Shows another value of the form in the editor. */
export function useFormValue(
  editor: Editor,
  value: string,
  { story, current }: Pick<ReturnType<typeof useStoryDocument>, 'story' | 'current'>,
): void {
  useEffect(() => adoptDocument(story.current, editor.state.doc), [editor, story]);
  useEffect(() => {
    // Saving trims a text: that changes nothing in the document.
    const isSame = value.trim() === current.current.trim();
    current.current = value;
    if (isSame) return;
    story.current = openStory(value, story.current.sources);
    const change = changeTo(editor.state, story.current);
    // Not written back to the form: that would change what is being typed in another field, such as the one for
    // Markdown. Undo skips it.
    if (change.docChanged) editor.view.dispatch(change.setMeta('addToHistory', false).setMeta('preventUpdate', true));
  }, [value, editor, story, current]);
}
