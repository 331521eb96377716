import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { historyLength, maxFollowed } from '#src/rules/reader-lists.rules.ts';
import {
  addToHistory,
  changeReaderLists,
  clearReaderLists,
  openReaderLists,
  readerLists,
  toggleMark,
} from './reader-lists.ts';
import { localStore } from './storage.ts';

const minuteMs = 60_000;
const about = { title: 'Monsoon', path: '/topic/monsoon' };
const story = { title: 'A story', language: 'en', corrections: 0 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  localStore().removeItem('reading');
  vi.useRealTimers();
});
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

test('a mark is set and removed, each time later than before, also with a clock that was set back', () => {
  expect(toggleMark('topic', 3, about)).toBe(true);
  const first = readerLists.getState().marks['topic:3'];
  pass(-minuteMs);
  expect(toggleMark('topic', 3, about)).toBe(false);
  expect(readerLists.getState().marks['topic:3']).toEqual({ ...about, at: (first?.at ?? 0) + 1, removed: true });
});

test('a list that is full takes nothing more, the others do', () => {
  for (let id = 1; id <= maxFollowed; id += 1) toggleMark('author', id, about);
  expect(toggleMark('topic', 1, about)).toBeUndefined();
  expect(toggleMark('story', 1, about)).toBe(true);
  toggleMark('author', 1, about);
  expect(toggleMark('topic', 1, about)).toBe(true);
});

test('history has the newest stories, and what is off is not recorded', () => {
  for (let id = 1; id <= historyLength + 1; id += 1) {
    addToHistory(id, story);
    pass(1);
  }
  expect(Object.keys(readerLists.getState().history)).toHaveLength(historyLength);
  expect(readerLists.getState().history[1]).toBeUndefined();
  changeReaderLists(() => ({ keepsHistory: false, history: {}, seenAt: 0 }));
  addToHistory(7, story);
  openReaderLists();
  expect(readerLists.getState()).toMatchObject({ history: {}, seenAt: 0, ready: true });
});

test('new is what came after the visit before; a visit ends after half an hour', () => {
  const begin = Date.now();
  openReaderLists();
  expect(readerLists.getState().newSince).toBe(0); // the first visit: all of it would be new
  pass(29 * minuteMs);
  openReaderLists();
  expect(readerLists.getState().newSince).toBe(0);
  pass(31 * minuteMs);
  openReaderLists();
  expect(readerLists.getState().newSince).toBe(begin + 29 * minuteMs);
  pass(10 * minuteMs);
  openReaderLists();
  expect(readerLists.getState().newSince).toBe(begin + 29 * minuteMs);
});

test('storage that something else wrote is an empty list', () => {
  localStore().setItem('reading', '{"marks":');
  openReaderLists();
  expect(readerLists.getState().marks).toEqual({});
});

test('a logout deletes the lists of an account, not those of a visitor', () => {
  toggleMark('topic', 3, about);
  clearReaderLists();
  expect(Object.keys(readerLists.getState().marks)).toEqual(['topic:3']);
  changeReaderLists(() => ({ owner: 7 }));
  clearReaderLists();
  expect(readerLists.getState()).toMatchObject({ marks: {}, owner: null });
});
