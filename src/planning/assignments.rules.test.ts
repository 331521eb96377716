import { expect, test } from 'vitest';
import { isPending, mayAssign, mayChange, mergeFields } from './assignments.rules.ts';

const reporter = { role: 'reporter', userId: 7 } as const;
const editor = { role: 'editor', userId: 8 } as const;

test('the desk changes all assignments, a reporter his own', () => {
  expect(mayChange(editor, { assigneeId: 7, createdBy: 9 })).toBe(true);
  expect(mayChange(reporter, { assigneeId: 7, createdBy: 9 })).toBe(true);
  expect(mayChange(reporter, { assigneeId: null, createdBy: 7 })).toBe(true);
  expect(mayChange(reporter, { assigneeId: 8, createdBy: 9 })).toBe(false);
  expect(mayChange({ role: 'reader', userId: 7 }, { assigneeId: 7, createdBy: 7 })).toBe(false);
});

test('a reporter assigns only to himself', () => {
  expect(mayAssign(editor, 7, 9)).toBe(true);
  expect(mayAssign(reporter, null, 7)).toBe(true);
  expect(mayAssign(reporter, 7, null)).toBe(true);
  expect(mayAssign(reporter, 9, 9)).toBe(true);
  expect(mayAssign(reporter, 7, 9)).toBe(false);
  expect(mayAssign(reporter, 9, null)).toBe(false);
});

test('what is done or dropped waits for nobody', () => {
  expect((['open', 'doing', 'done', 'dropped'] as const).map(isPending)).toEqual([true, true, false, false]);
});

test('what somebody else has changed is taken over, but not over what was typed', () => {
  const base = { what: 'A walk', notes: '', assignee: 7 as number | null, state: 'open' };
  const theirs = { what: 'A long walk', notes: 'At six', assignee: null, state: 'done' };
  expect(mergeFields(base, { ...base, what: 'A ride', state: 'done' }, theirs)).toEqual({
    merged: { what: 'A ride', notes: 'At six', assignee: null, state: 'done' },
    both: ['what'],
  });
});
