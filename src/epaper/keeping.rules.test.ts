import { expect, test } from 'vitest';
import {
  editionOfCache,
  editionOfPage,
  editionOfPart,
  isOpenTo,
  type KeptEdition,
  keptUntil,
  otherPicture,
} from './keeping.rules.ts';

test.each([
  ['/e-paper/7', 7],
  ['/hi/e-paper/12', 12],
  ['/e-paper', undefined],
  ['/e-paper/search', undefined],
  ['/e-paper/7/x', undefined],
])('the edition read at %s is %s', (path, id) => expect(editionOfPage(path)).toBe(id));

test.each([
  ['/api/editions/7/pages/3', 7],
  ['/api/editions/7/pages/3/screen', 7],
  ['/api/editions/7/pages/3/strip', 7],
  ['/api/editions/7/pages/3/tiles/0-0', undefined],
  ['/api/editions/7/pass', undefined],
])('%s is a part of %s', (path, id) => expect(editionOfPart(path)).toBe(id));

test('a page that is kept small stands in for a large one, and the other way round', () => {
  expect(otherPicture('/api/editions/7/pages/3/screen')).toBe('/api/editions/7/pages/3/small');
  expect(otherPicture('/api/editions/7/pages/3/small')).toBe('/api/editions/7/pages/3/screen');
  expect(otherPicture('/api/editions/7/pages/3/strip')).toBeUndefined();
  expect(otherPicture('/api/editions/7/pages/3')).toBeUndefined();
});

test('only caches of editions name one', () => {
  expect(editionOfCache('edition-7')).toBe(7);
  expect(editionOfCache('pages')).toBeUndefined();
});

test('an edition is open to its own reader until its end', () => {
  const kept: KeptEdition = { id: 7, title: '', path: '', version: '', userId: 3, until: '2026-11-22T10:00:00.000Z' };
  const before = new Date('2026-11-22T09:59:59.999Z');
  expect(isOpenTo(kept, 3, before)).toBe(true);
  expect(isOpenTo(kept, 4, before)).toBe(false);
  expect(isOpenTo(kept, null, before)).toBe(false);
  expect(isOpenTo(kept, 3, new Date(kept.until))).toBe(false);
});

test('it is kept until the plan ends, and a month at most', () => {
  const now = new Date('2026-11-22T10:00:00Z');
  const week = new Date('2026-11-29T10:00:00Z');
  const month = new Date('2026-12-22T10:00:00Z');
  expect(keptUntil(now, week)).toEqual(week);
  expect(keptUntil(now, new Date('2027-11-22T10:00:00Z'))).toEqual(month);
  expect(keptUntil(now, undefined)).toEqual(month);
});
