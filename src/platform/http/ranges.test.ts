import { expect, test } from 'vitest';
import { contentDisposition, parseRange } from './ranges.ts';

test.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=40-4000', { start: 40, end: 99 }],
  [undefined, undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=1-2', undefined],
])('in a file of 100 bytes %s is %o', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range);
});

test.each(['bytes=100-', 'bytes=200-300', 'bytes=-0', 'bytes=9-3'])('%s cannot be satisfied', (header) => {
  expect(() => parseRange(header, 100)).toThrow('errors.range');
});

test.each([
  ['weekly 12.pdf', `attachment; filename="weekly 12.pdf"; filename*=UTF-8''weekly%2012.pdf`],
  ['सूर्यनगर "अंक".pdf', /^attachment; filename="[_ ]+\.pdf"; filename\*=UTF-8''%E0%A4%B8[%\w]*%22[%\w]*%22\.pdf$/],
])('Content-Disposition for the name %s', (name, header) => {
  expect(contentDisposition(name)).toEqual(typeof header === 'string' ? header : expect.stringMatching(header));
});
