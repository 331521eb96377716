import { expect, test } from 'vitest';
import {
  fallbackPicture,
  isReadableBy,
  parseCacheName,
  parsePartPath,
  parseReaderPath,
  type SavedEdition,
  savedUntil,
} from './saved-editions.rules.ts';

test.each([
  ['/e-paper/7', 7],
  ['/hi/e-paper/12', 12],
  ['/e-paper', undefined],
  ['/e-paper/search', undefined],
  ['/e-paper/7/x', undefined],
])('the edition read at %s is %s', (path, id) => expect(parseReaderPath(path)).toBe(id));

test.each([
  ['/api/editions/7/pages/3', 7],
  ['/api/editions/7/pages/3/screen', 7],
  ['/api/editions/7/pages/3/strip', 7],
  ['/api/editions/7/pages/3/tiles/0-0', undefined],
  ['/api/editions/7/pass', undefined],
])('%s belongs to edition %s', (path, id) => expect(parsePartPath(path)).toBe(id));

test('a page saved in the small size is a fallback for the large one, and vice versa', () => {
  expect(fallbackPicture('/api/editions/7/pages/3/screen')).toBe('/api/editions/7/pages/3/small');
  expect(fallbackPicture('/api/editions/7/pages/3/small')).toBe('/api/editions/7/pages/3/screen');
  expect(fallbackPicture('/api/editions/7/pages/3/strip')).toBeUndefined();
  expect(fallbackPicture('/api/editions/7/pages/3')).toBeUndefined();
});

test('only the cache names of editions contain an edition id', () => {
  expect(parseCacheName('edition-7')).toBe(7);
  expect(parseCacheName('pages')).toBeUndefined();
});

test('a saved edition is readable by its own reader until it expires', () => {
  const kept: SavedEdition = { id: 7, title: '', path: '', version: '', userId: 3, until: '2026-11-22T10:00:00.000Z' };
  const before = new Date('2026-11-22T09:59:59.999Z');
  expect(isReadableBy(kept, 3, before)).toBe(true);
  expect(isReadableBy(kept, 4, before)).toBe(false);
  expect(isReadableBy(kept, null, before)).toBe(false);
  expect(isReadableBy(kept, 3, new Date(kept.until))).toBe(false);
});

test('a saved edition expires with the plan, and after a month at most', () => {
  const now = new Date('2026-11-22T10:00:00Z');
  const week = new Date('2026-11-29T10:00:00Z');
  const month = new Date('2026-12-22T10:00:00Z');
  expect(savedUntil(now, week)).toEqual(week);
  expect(savedUntil(now, new Date('2027-11-22T10:00:00Z'))).toEqual(month);
  expect(savedUntil(now, undefined)).toEqual(month);
});
