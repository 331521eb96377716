import { expect, test } from 'vitest';
import {
  actionOf,
  canTransition,
  removedStates,
  states,
  transitionOf,
  transitions,
  undecidedStates,
} from './submission-states.rules.ts';

const allowed = (side: 'author' | 'guardian' | 'newsroom') =>
  Object.fromEntries(
    states.map((state) => [
      state,
      transitions
        .filter(({ action, by }) => by === side && canTransition(state, action, side))
        .map(({ action }) => action),
    ]),
  );

test('the author has the transitions of the table, and only leave after a rejection', () => {
  expect(allowed('author')).toEqual({
    awaiting_consent: ['withdraw', 'leave'],
    pending: ['withdraw', 'leave'],
    in_review: ['leave'],
    changes_requested: ['revise', 'leave'],
    approved: [],
    rejected: ['leave'],
    withdrawn: [],
    deleted: [],
  });
});

test('editors can approve, reject, reverse a decision and delete', () => {
  expect(allowed('newsroom')).toEqual({
    awaiting_consent: ['delete'],
    pending: ['start_review', 'ask_changes', 'approve', 'reject', 'delete'],
    in_review: ['ask_changes', 'approve', 'reject', 'delete'],
    changes_requested: ['approve', 'reject', 'delete'],
    approved: ['reject', 'delete'],
    rejected: ['approve', 'delete'],
    withdrawn: [],
    deleted: [],
  });
});

test('a guardian can only consent', () => {
  const steps = Object.entries(allowed('guardian')).filter(([, actions]) => actions.length > 0);
  expect(steps).toEqual([['awaiting_consent', ['consent']]]);
});

test('a repeated decision is distinguished from an impossible one', () => {
  expect(transitionOf('approved', actionOf.approved, 'newsroom')).toEqual({ no: 'already' });
  expect(transitionOf('withdrawn', actionOf.approved, 'newsroom')).toEqual({ no: 'not_now' });
  expect(transitionOf('pending', 'approve', 'author')).toEqual({ no: 'not_now' });
  expect(transitionOf('pending', actionOf.rejected, 'newsroom')).toMatchObject({ step: { to: 'rejected' } });
});

test('every state is reachable, and removed states have no transitions', () => {
  for (const state of states)
    expect(
      transitions.some(({ to }) => to === state),
      state,
    ).toBe(true);
  expect(transitions.filter(({ from }) => from.some((state) => removedStates.includes(state)))).toEqual([]);
  expect(transitions.filter(({ from }) => from.length === 0).map(({ to }) => to)).toEqual([
    'pending',
    'awaiting_consent',
  ]);
  expect(undecidedStates).not.toContain('approved');
});
