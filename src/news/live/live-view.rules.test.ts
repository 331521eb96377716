import { describe, expect, test } from 'vitest';
import type { Html } from '#src/calls/html.ts';
import type { LiveEntry, LivePage } from './live.contract.ts';
import { applyMessage, partOf, showWaiting, viewOf } from './live-view.rules.ts';

const at = '2026-11-24T10:00:00.000Z';
const entry = (id: number, changes: Partial<LiveEntry> = {}): LiveEntry => ({
  id,
  title: `Hour ${id}`,
  headline: `Hour ${id}`,
  html: '<p>Boats.</p>' as Html,
  key_event: false,
  pinned: false,
  author: 'Asha',
  created_at: at,
  updated_at: at,
  ...changes,
});
const page = (ids: number[], changes: Partial<LivePage> = {}): LivePage => ({
  state: 'running',
  startedAt: at,
  endedAt: null,
  updatedAt: at,
  seq: 10,
  order: 'newest',
  from: null,
  next: null,
  entries: ids.map((id) => entry(id)),
  keyEvents: [],
  ...changes,
});
const ids = (list: { id: number }[]) => list.map(({ id }) => id);
const apply = (of: LivePage, message: Partial<Parameters<typeof applyMessage>[1]>, atOnce = false) => {
  const view = applyMessage(viewOf(of), { seq: 11, ...message }, partOf(of), atOnce);
  return { ...view, shown: ids(view.shown), waiting: ids(view.waiting), keyEvents: ids(view.keyEvents), view };
};

describe('on the page with the newest entries', () => {
  test('a new entry waits, or is shown at once', () => {
    expect(apply(page([3, 2]), { entry: entry(4) })).toMatchObject({ shown: [3, 2], waiting: [4], seq: 11 });
    expect(apply(page([3, 2]), { entry: entry(4) }, true)).toMatchObject({ shown: [4, 3, 2], waiting: [] });
    const { view } = apply(page([3, 2]), { entry: entry(4) });
    expect(ids(showWaiting(view).shown)).toEqual([4, 3, 2]);
  });

  test('a changed entry keeps its place, and one that was brought back gets it again', () => {
    const { view } = apply(page([3, 2]), { entry: entry(2, { title: 'Changed' }) });
    expect(view.shown).toMatchObject([{ id: 3 }, { id: 2, title: 'Changed' }]);
    expect(apply(page([5, 1]), { entry: entry(3) }).shown).toEqual([5, 3, 1]);
  });

  test('a change of an entry on a later page changes nothing here, unless it is pinned', () => {
    const first = page([9, 8], { next: 7 });
    expect(apply(first, { entry: entry(3) })).toMatchObject({ shown: [9, 8], waiting: [] });
    expect(apply(first, { entry: entry(3) }, true)).toMatchObject({ shown: [9, 8], waiting: [] });
    expect(apply(first, { entry: entry(3, { pinned: true }) }).shown).toEqual([3, 9, 8]);
  });

  test('the pinned entry is first; unpinned it returns to its place', () => {
    const pinned = page([], { entries: [entry(1, { pinned: true }), entry(3), entry(2)] });
    expect(apply(pinned, { entry: entry(1) }).shown).toEqual([3, 2, 1]);
    expect(apply(page([3, 2]), { entry: entry(2, { pinned: true }) }).shown).toEqual([2, 3]);
    const old = page([], { entries: [entry(1, { pinned: true }), entry(9), entry(8)], next: 7 });
    expect(apply(old, { entry: entry(1) }).shown).toEqual([9, 8]);
  });

  test('removed entries go, also those that wait, and the state and the key events follow', () => {
    expect(apply(page([3, 2]), { removed: 3 }).shown).toEqual([2]);
    const keyEvents = [{ id: 2, headline: 'Hour 2', at }];
    expect(apply(page([3, 2], { keyEvents }), { entry: entry(3, { key_event: true }) }).keyEvents).toEqual([3, 2]);
    expect(apply(page([3, 2], { keyEvents }), { entry: entry(2) }).keyEvents).toEqual([]);
    expect(apply(page([3]), { state: 'ended' }).state).toBe('ended');
    expect(apply(page([3]), { gone: true })).toMatchObject({ state: 'ended', shown: [3] });
  });

  test('what the page shows already is not applied again', () => {
    expect(apply(page([3]), { seq: 9, removed: 3 }).shown).toEqual([3]);
  });
});

test('a later page only counts new entries, and changes those that it shows in their places', () => {
  const oldest = page([1, 2], { order: 'oldest' });
  expect(apply(oldest, { entry: entry(3) })).toMatchObject({ shown: [1, 2], waiting: [3] });
  expect(apply(oldest, { entry: entry(1, { pinned: true }) }).shown).toEqual([1, 2]);
  expect(apply(oldest, { removed: 1 }).shown).toEqual([2]);
  expect(apply(page([5, 4], { from: 5 }), { entry: entry(2) })).toMatchObject({ shown: [5, 4], waiting: [] });
});
