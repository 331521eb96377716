import { expect, test } from 'vitest';
import { timelineOf } from './timeline.rules.ts';

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
