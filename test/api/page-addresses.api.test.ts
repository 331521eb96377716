import { describe, expect, test } from 'vitest';
import { openPageAddresses } from '#src/platform/http/page-address.ts';
import { pageRules } from '#src/site/slices.ts';

const paths = ['', 'news', 'news/:id', 'category/:category', 'category/:category/subcategory/:subcategory', 'search'];
const more = ['research', 'research/:id', 'e-paper', 'e-paper/:id', 'e-paper/search', 'login', 'enroll/thanks'];
const routes = [...paths, ...more].map((path) => ({ id: `web/${path}`, path: path ? `:lang?/${path}` : ':lang?' }));
const read = openPageAddresses([{ id: 'root' }, ...routes, { id: 'web/rest', path: ':lang?/*' }], pageRules);

describe('one page is cached under one address', () => {
  test.each([
    ['/news', '/news', 'shared'],
    ['/hi/news', '/hi/news', 'shared'],
    ['/news?x=1&x=2&utm_source=mail', '/news', 'shared'],
    ['/?utm_source=x', '/', 'shared'],
    ['/news?', '/news', 'shared'],
    ['/news?after=1795000000000-42', '/news', 'shared'],
    ['/category/sports-news?after=1795000000000-42', '/category/sports-news?after=1795000000000-42', 'filtered'],
    ['/category/sports-news?after=abc', '/category/sports-news', 'shared'],
    ['/category/%E0%A4%96%E0%A5%87%E0%A4%B2', '/category/%E0%A4%96%E0%A5%87%E0%A4%B2', 'shared'],
    ['/e-paper?month=2026-11&edition=7', '/e-paper?edition=7&month=2026-11', 'filtered'],
    ['/e-paper?month=0000-01', '/e-paper', 'shared'],
    ['/e-paper/12?page=3&page=4', '/e-paper/12?page=3', 'filtered'],
    ['/research?year=2026&search=lakes', '/research?search=lakes&year=2026', 'fresh'],
    ['/research', '/research', 'shared'],
    ['/research/7', '/research/7/', 'shared'],
    ['/research/7/', '/research/7/', 'shared'],
    ['/login?from=/profile/edit&next=x', '/login?from=%2Fprofile%2Fedit', 'fresh'],
    ['/login?from=https://evil.example/', '/login', 'shared'],
    ['/news.data?_routes=root', '/news.data?_routes=root', 'shared'],
    ['/news.data?_routes=root,nothing', '/news.data', 'shared'],
    ['/hi.data', '/hi.data', 'shared'],
    ['/__manifest?paths=/news&version=1', '/__manifest?paths=/news&version=1', 'fresh'],
    ['/nothing/here?x=1', '/nothing/here', 'shared'],
  ])('%s is cached as %s', (url, address, caching) => expect(read(url)).toMatchObject({ address, caching }));
});

test.each([
  ['/', '/'],
  ['/hi/news/51?order=oldest', '/news/:id'],
  ['/news/51.data', '/news/:id.data'],
  ['/research/7/', '/research/:id'],
  ['/__manifest?paths=/news', '/__manifest'],
  ['/nothing/here', 'unknown page'],
  ['/clip/x.data', 'unknown page'], // a page that these routes do not have
])('%s has the pattern %s', (url, pattern) => expect(read(url)).toMatchObject({ pattern }));

describe('other forms of an address redirect to the canonical one', () => {
  test.each([
    ['/NEWS', '/news'],
    ['/HI/News/', '/hi/news'],
    ['/en/news', '/news'],
    ['/en', '/'],
    ['/news/', '/news'],
    ['//news', '/news'],
    ['/news/00051?utm_source=x', '/news/51?utm_source=x'],
    ['/n%65ws', '/news'],
    ['/category/Sports%20News', '/category/sports-news'],
    ['/category/OTT/subcategory/TV%20', '/category/ott/subcategory/tv'],
    ['/category/a&b', '/category/a%26b'],
    ['/research/007/', '/research/7'],
    ['/E-Paper/Search?q=onion', '/e-paper/search?q=onion'],
  ])('%s redirects to %s', (url, redirectTo) => expect(read(url)).toEqual({ redirectTo }));

  test('no address redirects to another host', () => {
    for (const url of ['//evil.example/news', '//evil.example', '///news', '/\\evil.example', '//en//news'])
      expect(read(url)).toSatisfy(
        (found: ReturnType<typeof read>) => !found || !('redirectTo' in found) || /^\/(?![/\\])/.test(found.redirectTo),
      );
  });
});

test.each(['/%', '/news/%E0%A4', 'http://other.test/news', '*', `/${'x'.repeat(2000)}`])('%s is not a page', (url) =>
  expect(read(url)).toBeUndefined(),
);
