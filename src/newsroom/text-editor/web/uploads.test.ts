import { history, redo, undo } from '@tiptap/pm/history';
import { EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MediaItem } from '#src/news/media/media.contract.ts';
import { runs } from '#test/properties.ts';
import { changeTo } from './external-text.ts';
import { insertAbove, selectBlock } from './insert-block.ts';
import { markdownOf, openStory, type StoryDocument } from './story-document.ts';
import { storySchema } from './story-schema.ts';
import { keysIn, uploadNode, withPictures } from './uploads.ts';

const upload = (key: number) => uploadNode(storySchema, key);
const picture = (id: number) => ({ kind: 'picture', id, caption: '' }) as MediaItem; // what a block shows of it

/** An editor with its caret at the end of a block, or at its beginning. */
function editorOf(markdown: string, block: number, isEnd = true): { story: StoryDocument; state: EditorState } {
  const story = openStory(markdown);
  const state = EditorState.create({ doc: story.doc, plugins: [history()] });
  let at = 0;
  for (let before = 0; before < block + (isEnd ? 1 : 0); before++) at += story.doc.child(before).nodeSize;
  const caret = isEnd
    ? TextSelection.near(story.doc.resolve(at - 1), -1)
    : TextSelection.near(story.doc.resolve(at + 1));
  return { story, state: state.apply(state.tr.setSelection(caret)) };
}
const outline = ({ doc }: EditorState) =>
  doc.children.map((node) => node.attrs.key ?? node.attrs.directive?.id ?? (node.textContent || node.type.name));
const arrive = (state: EditorState, ...keys: number[]) => {
  const change = withPictures(state, new Map(keys.map((key) => [key, picture(key + 100)])));
  return change ? state.apply(change) : state;
};

test('placeholders stand below the caret in their order, are not in the Markdown, and become pictures', () => {
  const { story, state } = editorOf('One.\n\nTwo.', 0);
  const first = state.apply(insertAbove(state, [upload(1), upload(2)]));
  expect(outline(first)).toEqual(['One.', 1, 2, 'Two.']);
  expect(first.selection.$head.parent.textContent).toBe('Two.');
  expect(markdownOf(story, first.doc)).toBe('One.\n\nTwo.');
  // The second arrives first, while a user types.
  const one = arrive(first, 2);
  const second = one.apply(one.tr.insertText('And '));
  expect(markdownOf(story, second.doc)).toBe('One.\n\n::picture{id=102}\n\nAnd Two.');
  const both = arrive(second, 1, 2);
  expect(markdownOf(story, both.doc)).toBe('One.\n\n::picture{id=101}\n\n::picture{id=102}\n\nAnd Two.');
  expect(keysIn(both.doc)).toEqual([]);
});

test('what is pasted at one place twice stays in order, in an empty paragraph and at the end', () => {
  const { state } = editorOf('', 0);
  const first = state.apply(insertAbove(state, [upload(1)]));
  const second = first.apply(insertAbove(first, [upload(2)]));
  expect(outline(second)).toEqual([1, 2, 'paragraph']);
});

test('a box may hold pictures, a list and a table may not', () => {
  const { state } = editorOf(':::facts[Box]\nOne.\n\nTwo.\n:::\n\n- item\n\n| a |\n|---|', 0);
  const inBox = state.apply(insertAbove(state, [upload(1)]));
  expect(inBox.doc.child(0).children.map(({ type }) => type.name)).toEqual([
    'paragraph',
    'paragraph',
    'upload',
    'paragraph',
  ]);
  for (const block of [1, 2]) {
    const inside = editorOf('x\n\n- item\n\n| a |\n|---|', block).state;
    expect(outline(inside.apply(insertAbove(inside, [upload(1)])))[block + 1]).toBe(1);
  }
});

test('undoing takes a picture away, and redoing brings it back, whenever it has arrived', () => {
  const { state } = editorOf('One.', 0);
  const run = (from: EditorState, command: typeof undo) => {
    let next = from;
    command(from, (change) => {
      next = from.apply(change);
    });
    return next;
  };
  const inserted = state.apply(insertAbove(state, [upload(1)]));
  const arrived = arrive(inserted, 1);
  expect(outline(arrived)).toEqual(['One.', 101, 'paragraph']);
  expect(outline(run(arrived, undo))).toEqual(['One.']);
  expect(outline(run(run(arrived, undo), redo))).toEqual(['One.', 101, 'paragraph']);
  const undone = arrive(run(inserted, undo), 1);
  expect(outline(undone)).toEqual(['One.']);
  expect(outline(arrive(run(undone, redo), 1))).toEqual(['One.', 101, 'paragraph']);
});

test('joining two paragraphs first selects the block between them', () => {
  const above = editorOf('One.\n\n::picture{id=7}\n\nTwo.', 0).state;
  const below = editorOf('One.\n\n::picture{id=7}\n\nTwo.', 2, false).state;
  for (const change of [selectBlock(above, 'after'), selectBlock(below, 'before')])
    expect(change?.selection).toBeInstanceOf(NodeSelection);
  expect(selectBlock(above, 'before')).toBeUndefined();
  expect(selectBlock(below, 'after')).toBeUndefined();
  expect(selectBlock(editorOf('One.\n\nTwo.', 1, false).state, 'before')).toBeUndefined();
});

test('another text, such as a merged one, replaces the words around placeholders and not these', () => {
  const line = fc.constantFrom('', 'One.', 'Two.', '- a', '## b', '::picture{id=1}', ':::facts', ':::');
  const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, fc.array(fc.nat(9), { maxLength: 3 }), (one, value, places) => {
      const { story, state } = editorOf(one, 0);
      const blocks = [...state.doc.children];
      for (const [key, place] of places.entries()) blocks.splice(place, 0, upload(key));
      const doc = state.doc.type.create(null, blocks);
      const own = EditorState.create({ doc });
      const keys = keysIn(doc);
      const other = openStory(value, story.sources);
      const next = own.apply(changeTo(own, other));
      next.doc.check();
      expect(keysIn(next.doc)).toEqual(keys);
      expect(markdownOf(other, next.doc)).toBe(value);
    }),
    { numRuns: runs(500) },
  );
});

test('a placeholder stays between its paragraphs when they change', () => {
  const { story, state } = editorOf('One.\n\nTwo.\n\nThree.', 0);
  const own = state.apply(insertAbove(state, [upload(1)]));
  const next = (value: string) => outline(own.apply(changeTo(own, openStory(value, story.sources))));
  expect(next('One, said A.\n\nTwo.\n\nThree.')).toEqual(['One, said A.', 1, 'Two.', 'Three.']);
  expect(next('One.\n\nTwo, said B.\n\nThree.')).toEqual(['One.', 1, 'Two, said B.', 'Three.']);
  expect(next('Two.\n\nThree.')).toEqual([1, 'Two.', 'Three.']);
  expect(next('')).toContain(1);
});
