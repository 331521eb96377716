import { describe, expect, test } from 'vitest';
import { pageKey } from './page-key.rules.ts';

const key = (url: string) => pageKey(url, ['en', 'hi']);

describe('the key of a page', () => {
  test.each([
    ['/news', '/news'],
    ['/hi/news', '/hi/news'],
    ['/news?utm_source=mail&utm_medium=x&fbclid=1&gclid=2&ref=home', '/news'],
    ['/category/sports-news?after=abc', '/category/sports-news?after=abc'],
    ['/hi/category/a/subcategory/b?utm_id=7&after=abc', '/hi/category/a/subcategory/b?after=abc'],
    ['/category/%E0%A4%96%E0%A5%87%E0%A4%B2?after=a%20b', '/category/%E0%A4%96%E0%A5%87%E0%A4%B2?after=a+b'],
    ['/research?year=2026&search=lakes', '/research?search=lakes&year=2026'],
    ['/research?search=lakes&year=2026', '/research?search=lakes&year=2026'],
    ['/e-paper/12?page=3', '/e-paper/12?page=3'],
    ['/category/a.data?after=x&_routes=root', '/category/a.data?_routes=root&after=x'],
    ['/?utm_source=x', '/'],
    ['/news?', '/news'],
    ['/category/a?after=x?y', '/category/a?after=x%3Fy'],
  ])('%s is kept as %s', (url, kept) => expect(key(url)).toBe(kept));

  test.each([
    '/news?after=abc',
    '/news?colour=red',
    '/login?next=/profile/edit',
    '/research?search=a&search=b',
    '/category/a/b?after=x',
    '/fr/category/a?after=x',
    '/news?_routes=root',
    '/__manifest?paths=/news',
    '//other.test/news',
    'http://other.test/news',
    `/${'x'.repeat(1001)}`,
  ])('%s is rendered for each reader', (url) => expect(key(url)).toBeUndefined());
});
