import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs, webAddress } from '#test/properties.ts';
import { returnPath } from './route-guards.ts';

const origin = 'https://paper.example';
const fromQuery = (from: string) => returnPath(null, `?from=${encodeURIComponent(from)}`, '/news');

/** Whether a browser stays on this origin when it navigates to the path, by a link or by the history API. */
function staysHere(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && URL.canParse(path, origin) && new URL(path, origin).origin === origin;
}

test.each([
  ['/publication', '/publication'],
  ['/e-paper?edition=7#page=2', '/e-paper?edition=7#page=2'],
  ['/hi/category/खेल', '/hi/category/%E0%A4%96%E0%A5%87%E0%A4%B2'],
  ['/%2F%2Fevil.example', '/%2F%2Fevil.example'], // an encoded slash is part of a path segment
])('redirects back to %s', (from, path) => {
  expect(fromQuery(from)).toBe(path);
  expect(returnPath({ from }, '', '/news')).toBe(path);
});

test.each([
  '/.//evil.example',
  '/..//evil.example',
  '/./\\evil.example',
  '/%2e//evil.example',
  '/a/..//evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '//here.invalid//evil.example',
  '/\n//evil.example',
  '/.\r//evil.example',
  '//[::1',
  '///evil.example',
  '//user:password@evil.example:99999/',
  'https://evil.example/',
  'javascript:alert(1)',
  ' //evil.example',
])('never redirects to %j', (from) => {
  expect(fromQuery(from)).toBe('/news');
});

test('ignores a return path that is not a string', () => {
  for (const from of [7, {}, ['//evil.example'], null]) expect(returnPath({ from }, '', '/news')).toBe('/news');
});

test('the return path stays on this site for any input', () => {
  const hostile = fc.constantFrom(
    ...['/', '//', '\\', '.', '..', '/./', '/../', '%2e', '%2f', '%5c', '%00', '@', ':', '?', '#', '[', ']', '[::1'],
    ...['\t', '\n', '\r', '\0', ' ', '\u00a0', '\u2028', '\u3002', '\uff0f', '\u2215', '\ud800', '\u202e'],
    ...[
      'evil.example',
      'user:password@evil.example',
      'xn--',
      'javascript:',
      'https:',
      'data:',
      ':99999',
      'paper.example',
    ],
  );
  const from = fc.oneof(
    fc.array(fc.oneof(hostile, fc.string({ maxLength: 3 })), { maxLength: 12 }).map((parts) => parts.join('')),
    fc.array(hostile, { maxLength: 12 }).map((parts) => `/${parts.join('')}`),
    webAddress,
  );
  fc.assert(
    fc.property(from, (from) => {
      expect(returnPath({ from }, '', '/news')).toSatisfy(staysHere);
      expect(returnPath(null, `?${new URLSearchParams({ from })}`, '/news')).toSatisfy(staysHere);
    }),
    { numRuns: runs(5000) },
  );
});
