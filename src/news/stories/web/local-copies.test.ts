import { expect, test } from 'vitest';
import type { WorkingCopyHead } from '../working-copies.contract.ts';
import { type LocalCopy, newId, offersOf } from './local-copies.ts';

const local = (changes: Partial<LocalCopy> = {}): LocalCopy => ({
  id: 'a',
  writer: 'me',
  seen: 3,
  version: 1,
  form: { news_title: 'Here' },
  removeImage: false,
  at: '2026-11-23T10:00:00.000Z',
  unsent: true,
  ...changes,
});
const remote = (changes: Partial<WorkingCopyHead> = {}): WorkingCopyHead => ({
  id: 'a',
  story_id: null,
  version: 1,
  revision: 3,
  writer: 'me',
  news_title: 'There',
  updated_at: '2026-11-23T09:00:00.000Z',
  ...changes,
});
const offered = (...lists: Parameters<typeof offersOf>) =>
  offersOf(...lists).offers.map(({ title, forks }) => [title, forks]);

test.each([
  ['what the server has', [remote()], [local({ unsent: false })], [['There', undefined]]],
  ['what was typed after the last save', [remote()], [local()], [['Here', undefined]]],
  ['what was typed after a save without an answer', [remote({ revision: 4 })], [local()], [['Here', undefined]]],
  ['what never reached the server', [], [local({ seen: 0 })], [['Here', undefined]]],
  ['what was typed after its copy had ended, apart', [], [local()], [['Here', true]]],
  ['nothing that was saved or discarded elsewhere', [], [local({ unsent: false })], []],
  ['what this browser has while the server is away', undefined, [local({ unsent: false })], [['Here', undefined]]],
  [
    'both texts of a copy that was continued elsewhere',
    [remote({ revision: 5, writer: 'another' })],
    [local()],
    [
      ['Here', true],
      ['There', undefined],
    ],
  ],
])('offers %s', (_, remotes, locals, expected) => expect(offered(remotes, locals)).toEqual(expected));

test('the newest comes first, and ended copies are named', () => {
  const ended = local({ id: 'c', unsent: false });
  const newest = remote({ id: 'b', news_title: 'Newest', updated_at: '2026-11-23T11:00:00.000Z' });
  expect(offered([remote(), newest], [local()])).toEqual([
    ['Newest', undefined],
    ['Here', undefined],
  ]);
  expect(offersOf([remote()], [ended]).ended).toEqual([ended]);
});

test('ids are random UUIDs', () => {
  expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(newId()).not.toBe(newId());
});
