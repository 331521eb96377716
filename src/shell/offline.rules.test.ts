import { expect, test } from 'vitest';
import { isAsset, isEditionManifestRequest, isPicture, isReadingPage, offlinePage } from './offline.rules.ts';

test.each([
  ['/', true],
  ['/hi', true],
  ['/news', true],
  ['/hi/news/42', true],
  ['/category/india', true],
  ['/category/sports-news/subcategory/cricket', true],
  ['/e-paper', true],
  ['/offline', true],
  ['/profile/edit', false],
  ['/publication', false],
  ['/admin/people', false],
  ['/e-paper/7', false],
  ['/newsletter', false],
  ['/news/42.data', false],
  ['/api/news', false],
])('a device may keep %s: %s', (path, expected) => expect(isReadingPage(path)).toBe(expected));

test('a device keeps built files and copies of pictures, and nothing else that is not a page', () => {
  expect(isAsset('/assets/root-1a2b.js')).toBe(true);
  expect(isPicture('/api/static/uploads/a1-b2-640.webp')).toBe(true);
  expect(isPicture('/api/static/uploads/a1-b2.jpg')).toBe(false);
  expect(isPicture('/api/api/profile/me-64.webp')).toBe(false);
});

test('the page in place of another is in its language', () => {
  expect(offlinePage('/news/42')).toBe('/offline');
  expect(offlinePage('/ur/news/42')).toBe('/ur/offline');
  expect(offlinePage('/hi')).toBe('/hi/offline');
});

test.each([
  ['/e-paper,/e-paper/7', true],
  ['/ur,/ur/e-paper,/ur/e-paper/7', true],
  ['/ur,/ur/publication', false],
  ['/e-paper,/e-paper/6,/e-paper/7', false],
  ['/about,/e-paper,/e-paper/7', false],
])('the router asks for nothing but an edition by %s: %s', (paths, expected) =>
  expect(isEditionManifestRequest(new URLSearchParams({ paths }))).toBe(expected),
);

test('the router that names no page asks for no edition', () =>
  expect(isEditionManifestRequest(new URLSearchParams())).toBe(false));
