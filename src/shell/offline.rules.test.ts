import { expect, test } from 'vitest';
import { isAsset, isPicture, isReadingPage, offlinePage } from './offline.rules.ts';
import { isEditionManifestRequest } from './route-manifest.rules.ts';

test.each([
  ['/', true],
  ['/hi', true],
  ['/news', true],
  ['/hi/news/42', true],
  ['/category/india', true],
  ['/category/sports-news/subcategory/cricket', true],
  ['/e-paper', true],
  ['/offline', true],
  ['/hi/for-you', true],
  ['/profile/edit', false],
  ['/publication', false],
  ['/admin/people', false],
  ['/e-paper/7', false],
  ['/newsletter', false],
  ['/news/42.data', false],
  ['/api/news', false],
])('%s may be cached for offline reading: %s', (path, expected) => expect(isReadingPage(path)).toBe(expected));

test('apart from pages, only build assets and picture variants are cached', () => {
  expect(isAsset('/assets/root-1a2b.js')).toBe(true);
  expect(isPicture('/api/static/uploads/a1-b2-640.webp')).toBe(true);
  expect(isPicture('/api/static/uploads/a1-b2.jpg')).toBe(false);
  expect(isPicture('/api/api/profile/me-64.webp')).toBe(false);
});

test('the offline page is in the language of the requested page', () => {
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
])('a route manifest request for %s is for an edition only: %s', (paths, expected) =>
  expect(isEditionManifestRequest(new URLSearchParams({ paths }))).toBe(expected),
);

test('a route manifest request without paths is not for an edition', () =>
  expect(isEditionManifestRequest(new URLSearchParams())).toBe(false));
