import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import { adoptDocument, markdownOf, openStory, type StoryDocument } from './story-document.ts';

/**
 * Keeps a form's Markdown and an editor's document the same. What the editor changes is written to the form; another
 * value of the form, such as a merged text, replaces what differs in the document, and the caret stays where it was.
 */
export function useStoryDocument(value: string, onChange: (text: string) => void) {
  const [first] = useState(() => openStory(value));
  const story = useRef<StoryDocument>(first);
  const current = useRef(value);
  const newest = useRef(onChange);
  newest.current = onChange;
  const onUpdate = ({ editor }: { editor: Editor }) => {
    const markdown = markdownOf(story.current, editor.state.doc);
    if (markdown === current.current) return;
    current.current = markdown;
    newest.current(markdown);
  };
  return { content: first.doc.toJSON(), onUpdate, story, current };
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
    replaceDifference(editor, story.current);
  }, [value, editor, story, current]);
}

/** Replaces what differs. Undoing then goes on with what was typed before. */
function replaceDifference({ schema, state, view }: Editor, story: StoryDocument): void {
  const doc = schema.nodeFromJSON(story.doc.toJSON());
  const start = state.doc.content.findDiffStart(doc.content);
  const end = state.doc.content.findDiffEnd(doc.content);
  if (start === null || !end) return;
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const change = state.tr.replace(start, end.a + overlap, doc.slice(start, end.b + overlap));
  // Not written back to the form: that would change what is being typed in another field, such as the one for Markdown.
  view.dispatch(change.setMeta('addToHistory', false).setMeta('preventUpdate', true));
}
