import { expect, test } from 'vitest';
import { roleIn } from '#src/news/categories/section-rights.rules.ts';
import { storyStatuses } from '#src/news/schema/story-fields.contract.ts';
import { who } from '#src/rules/roles.rules.ts';
import { lacksApproval, mayChange, mayMove, maySee, offeredStates, stateAfterChange } from './story-states.rules.ts';

const reporter = { role: 'reporter', own: true } as const;
const colleague = { role: 'reporter', own: false } as const;
const subEditor = { role: 'sub_editor', own: false } as const;
const editor = { role: 'editor', own: false } as const;

test('nobody but editors and admins makes anything public, or changes what is', () => {
  for (const role of who.anyone)
    for (const own of [true, false]) {
      const isEditor = role === 'editor' || role === 'admin';
      for (const from of ['new', ...storyStatuses] as const)
        for (const to of ['scheduled', 'published'] as const)
          if (from !== to)
            expect([role, from, to, mayMove({ role, own }, from, to)]).toEqual([role, from, to, isEditor]);
      for (const status of ['scheduled', 'published'] as const)
        expect([role, status, mayChange({ role, own }, status)]).toEqual([role, status, isEditor]);
    }
});

test('a reporter writes and hands in his own stories, and sees no others before they are public', () => {
  expect(offeredStates(reporter, 'new', false)).toEqual(['draft', 'ready']);
  expect(offeredStates(reporter, 'ready', false)).toEqual(['draft', 'ready']);
  expect(mayChange(reporter, 'approved')).toBe(false);
  for (const status of storyStatuses) {
    expect(mayChange(colleague, status)).toBe(false);
    expect([status, maySee(colleague, status)]).toEqual([status, status === 'published']);
  }
});

test('who may move a story from a state may change it there, which is checked first', () => {
  for (const role of who.anyone)
    for (const own of [true, false])
      for (const from of storyStatuses)
        for (const to of storyStatuses)
          if (mayMove({ role, own }, from, to))
            expect([role, from, mayChange({ role, own }, from)]).toEqual([role, from, true]);
});

test('a sub-editor edits all stories that are not public, and publishes none', () => {
  expect(storyStatuses.filter((status) => mayChange(subEditor, status))).toEqual([
    'draft',
    'ready',
    'approved',
    'unpublished',
  ]);
  expect(offeredStates(subEditor, 'unpublished', false)).toEqual(['draft', 'ready', 'unpublished']);
});

test('what was approved and then changed by others than editors waits for the desk again', () => {
  expect(stateAfterChange(subEditor, 'approved')).toBe('ready');
  expect(stateAfterChange(editor, 'approved')).toBe('approved');
});

test('with compulsory approval only approved stories are published', () => {
  expect(offeredStates(editor, 'ready', true)).toEqual(['draft', 'ready', 'approved']);
  expect(offeredStates(editor, 'ready', false)).toContain('published');
  expect(storyStatuses.filter((from) => !lacksApproval(from, 'published'))).toEqual([
    'approved',
    'scheduled',
    'published',
  ]);
  expect(lacksApproval('new', 'published')).toBe(true);
});

test('the other roles of the newsroom see and change no story that is not public', () => {
  for (const role of ['accountant', 'reviewer', 'reader', 'visitor'] as const)
    for (const status of storyStatuses) {
      expect(mayChange({ role, own: true }, status)).toBe(false);
      expect(maySee({ role, own: true }, status)).toBe(status === 'published');
    }
});

test('a limited editor is a sub-editor outside of his sections; a limit has no other effect', () => {
  for (const role of who.anyone)
    for (const categories of [[], [1], [1, 2], [3], [1, 3], [null]]) {
      expect(roleIn(role, null, categories)).toBe(role);
      const isOutside = categories.some((id) => id === null || id === 3);
      const expected = role === 'editor' && isOutside ? 'sub_editor' : role;
      expect([role, categories, roleIn(role, [1, 2], categories)]).toEqual([role, categories, expected]);
    }
  expect(roleIn('editor', [], [1])).toBe('sub_editor');
});
