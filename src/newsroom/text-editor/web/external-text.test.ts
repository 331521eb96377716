import { history, undo } from '@tiptap/pm/history';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#test/properties.ts';
import { changeTo } from './external-text.ts';
import { adoptDocument, markdownOf, openStory } from './story-document.ts';

/** An editor in which a user types these words at the end of a block. */
function writer(markdown: string, block: number, typed: string) {
  const story = openStory(markdown);
  const start = EditorState.create({ doc: story.doc, plugins: [history()] });
  let end = 0;
  for (let at = 0; at <= block; at++) end += story.doc.child(at).nodeSize;
  const caret = start.apply(start.tr.setSelection(TextSelection.near(start.doc.resolve(end - 1), -1)));
  return { story, state: typed ? caret.apply(caret.tr.insertText(typed)) : caret };
}
const textOf = ({ selection }: EditorState) => selection.$head.parent.textContent;

test('the caret stays in its paragraph, with its spaces, while those before and after it change', () => {
  const { story, state } = writer('One.\n\nTwo.\n\n* three\n\nFour.\n\nFive.', 3, ' And ');
  const value = 'One, said A.\n\nTwo.\n\n* three\n\nFour. And\n\nNew.\n\nFive, said B.';
  const other = openStory(value, story.sources);
  const next = state.apply(changeTo(state, other).setMeta('addToHistory', false));
  expect(textOf(next)).toBe('Four. And ');
  expect(next.selection.$head.parentOffset).toBe('Four. And '.length);
  expect(next.doc.child(3)).toBe(state.doc.child(3));
  expect(markdownOf(other, next.doc)).toBe(value);
  const typed = next.apply(next.tr.insertText('more.'));
  expect(markdownOf(other, typed.doc)).toBe(value.replace('Four. And', 'Four. And more.'));
  let undone = typed;
  undo(typed, (change) => {
    undone = typed.apply(change);
  });
  expect(markdownOf(other, undone.doc)).toBe(value.replace('Four. And', 'Four.'));
});

test('a paragraph that was begun and has no words yet stays', () => {
  const { story, state } = writer('One.\n\nTwo.', 0, '');
  const split = state.apply(state.tr.split(state.selection.from));
  const other = openStory('One.\n\nTwo, said B.', story.sources);
  const next = split.apply(changeTo(split, other));
  const typed = next.apply(next.tr.insertText('Here.'));
  expect(markdownOf(other, typed.doc)).toBe('One.\n\nHere.\n\nTwo, said B.');
});

test('blocks that read the same keep the text that each has', () => {
  const { story, state } = writer('* a\n\nb\n\n- a\n\nc', 3, '');
  const value = '* a\n\nb\n\n\n- a\n\nC';
  const other = openStory(value, story.sources);
  const next = state.apply(changeTo(state, other));
  expect(markdownOf(other, next.apply(next.tr.insertText('!', 9)).doc)).toContain('* a\n\nb!\n\n\n- a\n\nC');
});

test('an editor that has added a paragraph at the end', () => {
  const story = openStory('One.\n\n| a |\n|--|');
  const doc = story.doc.copy(story.doc.content.addToEnd(story.doc.type.schema.node('paragraph')));
  adoptDocument(story, doc);
  expect(markdownOf(story, doc)).toBe('One.\n\n| a |\n|--|');
});

test('any text becomes any other, to the letter', () => {
  const line = fc.constantFrom(
    '',
    '',
    '',
    '# a',
    '- a',
    '* a',
    '  - b',
    '1. c',
    'd **e**',
    'd',
    '| x |',
    '|---|',
    '> e',
    '##',
    '::picture{id=1}',
    ':::facts',
    ':::',
  );
  const text = fc.array(line, { maxLength: 10 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, fc.nat(9), (one, value, block) => {
      const doc = openStory(one).doc;
      const { story, state } = writer(one, block % doc.childCount, '');
      const other = openStory(value, story.sources);
      const next = state.apply(changeTo(state, other));
      next.doc.check();
      expect(markdownOf(other, next.doc)).toBe(value);
    }),
    { numRuns: runs(500) },
  );
});
