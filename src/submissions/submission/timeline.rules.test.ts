import { expect, test } from 'vitest';
import type { State } from './submission-states.rules.ts';
import { editorsMessage, timelineOf } from './timeline.rules.ts';

const history = (...actions: string[]) => actions.map((action, day) => ({ action, at: `day ${day}` }));
const line = (steps: ReturnType<typeof timelineOf>) =>
  steps.map(({ name, at, current }) => `${current ? '*' : ''}${name}${at ? ` (${at})` : ''}`).join(' > ');

test.each([
  ['pending', ['submit'], '*received (day 0) > in_review > decided'],
  ['awaiting_consent', ['submit_for_consent'], '*awaiting_consent (day 0) > received > in_review > decided'],
  ['pending', ['submit_for_consent', 'consent'], '*received (day 1) > in_review > decided'],
  ['in_review', ['submit', 'start_review'], 'received (day 0) > *in_review (day 1) > decided'],
  [
    'changes_requested',
    ['submit', 'start_review', 'ask_changes'],
    'received (day 0) > in_review (day 1) > *changes_requested (day 2) > decided',
  ],
  ['pending', ['submit', 'start_review', 'ask_changes', 'revise'], '*received (day 3) > in_review > decided'],
  ['approved', ['submit', 'start_review', 'approve'], 'received (day 0) > in_review (day 1) > *approved (day 2)'],
  ['approved', ['submit', 'approve'], 'received (day 0) > *approved (day 1)'],
  ['rejected', ['submit', 'approve', 'reject'], 'received (day 0) > *rejected (day 2)'],
] as const)('%s after %j', (state, actions, expected) => {
  expect(line(timelineOf(history(...actions), state))).toBe(expected);
});

test('the message of the editors is never the author’s own note', () => {
  const entry = (action: string, to: State, note: string) => ({ action, to, note, reasons: [] });
  const asked = entry('ask_changes', 'changes_requested', 'Please add the tables.');
  const revised = entry('revise', 'pending', 'The tables are there.');
  expect(editorsMessage([asked], 'changes_requested')).toBe(asked);
  expect(editorsMessage([asked, revised], 'pending')).toBeUndefined();
  const corrected = entry('correct', 'approved', 'The title named another lake.');
  expect(editorsMessage([entry('approve', 'approved', 'Well done.'), corrected], 'approved')).toBe(corrected);
});
