import { expect, test } from 'vitest';
import type { DeviceMark, ReaderLists } from '#src/client/reader-lists.ts';
import type { Lists } from '../reader-lists.contract.ts';
import { withLists } from './sync.ts';

const now = Date.now();
const mark = (at: number, more: Partial<DeviceMark> = {}): DeviceMark => ({
  title: 'A story',
  path: '/news/1',
  language: 'en',
  at: now + at,
  removed: false,
  ...more,
});
const read = (at: number, more: object = {}) => ({
  title: 'A story',
  language: 'en',
  at: now + at,
  corrections: 0,
  ...more,
});
const device = (more: Partial<ReaderLists>) =>
  ({ marks: {}, history: {}, keepsHistory: true, clearedAt: 0, ...more }) as ReaderLists;
const account = (marks: Lists['marks'], history: Partial<Lists['history']> = {}): Lists => ({
  marks,
  history: { synced: false, cleared_at: 0, stories: [], ...history },
});
const inAccount = (id: number, at: number, removed = false) => ({
  ...{ kind: 'story' as const, id, at: now + at, removed },
  ...(removed ? { title: '', path: '', language: null } : { title: 'A story', path: `/news/${id}`, language: 'en' }),
});
const nothingSent = { marks: {}, history: {} };

test('what was pressed while the exchange was under way stays to be sent', () => {
  const sent = { marks: { 'story:1': mark(-20) }, history: {} };
  const lists = device({ marks: { 'story:1': mark(-10, { removed: true }), 'story:2': mark(-5) } });
  const { marks } = withLists(lists, account([inAccount(1, -20)]), sent);
  expect(marks).toEqual({ 'story:1': mark(-10, { removed: true }), 'story:2': mark(-5) });
});

test('what the account has is as it has it, also if the clock of the device is fast', () => {
  const fast = { 'story:1': mark(500_000) };
  const { marks } = withLists(device({ marks: fast }), account([inAccount(1, 0)]), { marks: fast, history: {} });
  expect(marks['story:1']).toMatchObject({ at: now, sent: true });
});

test('what the account has no longer leaves the device; a removal keeps the title, to be taken back', () => {
  const marks = { 'story:1': mark(-30, { sent: true }), 'story:2': mark(-30, { sent: true }) };
  const merged = withLists(device({ marks }), account([inAccount(2, -10, true)]), nothingSent);
  expect(Object.entries(merged.marks)).toMatchObject([['story:2', { removed: true, title: 'A story', sent: true }]]);
});

test('history stays on the device, and is to be sent once the account wants it', () => {
  const history = { 1: read(-20), 2: read(-10) };
  const without = withLists(device({ history }), account([]), nothingSent);
  expect(without).toMatchObject({ history, historySynced: false });
  const stories = [{ ...read(-5), id: 3 }];
  const first = withLists(device({ history }), account([], { synced: true, stories }), nothingSent);
  expect(Object.entries(first.history).map(([id, { sent }]) => [id, sent])).toEqual([
    ['1', false],
    ['2', false],
    ['3', true],
  ]);
  // Nothing is sent twice, although the account has left out a story that does not exist.
  const answer = account([], { synced: true, stories: [{ ...read(-20), id: 1 }] });
  const after = withLists(device({ history }), answer, { marks: {}, history });
  expect(Object.values(after.history).map(({ sent }) => sent)).toEqual([true, true]);
});

test('a history that was cleared elsewhere is cleared here; one that is not to be kept here is not brought', () => {
  const history = { 1: read(-20), 2: read(-10) };
  const answer = account([], { synced: true, cleared_at: now - 15, stories: [{ ...read(-5), id: 3 }] });
  expect(Object.keys(withLists(device({ history }), answer, nothingSent).history)).toEqual(['2', '3']);
  expect(withLists(device({ keepsHistory: false }), answer, nothingSent).history).toEqual({});
});
