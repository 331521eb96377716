import { expect, test } from 'vitest';
import { pathOfShared } from './share.rules.ts';

const site = 'https://paper.test';

test.each([
  ['an address', { url: `${site}/news/42` }, '/news/42'],
  ['an address in a text', { text: `Ferry runs late\n${site}/hi/news/42?from=7#live` }, '/hi/news/42?from=7#live'],
  ['the second of two', { text: `https://other.test/a ${site}/latest` }, '/latest'],
  ['words', { title: 'Chat', text: ' onion  mandi\nopens ' }, '/hi/search?q=onion+mandi+opens'],
  ['only a title', { title: 'चुनाव' }, `/hi/search?q=${encodeURIComponent('चुनाव')}`],
  ['a page elsewhere', { title: 'Ferry runs late', text: 'https://other.test/a' }, '/hi/search?q=Ferry+runs+late'],
  ['nothing but that', { url: 'https://other.test/a' }, '/hi/search'],
  ['nothing', {}, '/hi/search'],
])('opens or searches for %s', (_, shared, path) => {
  expect(pathOfShared(shared, site, 'hi')).toBe(path);
});

test.each([
  'https://paper.test//evil.test/x',
  'https://paper.test/\\evil.test',
  'https://paper.test/.//evil.test',
  'https://paper.test@evil.test/news',
  'https://paper.test.evil.test/news',
  'http://paper.test/news',
  'https://paper.test/api/editions/1/pdf',
  'https://paper.test/share?url=https://evil.test',
  'https://paper.test/hi/share',
  'https://',
])('does not open %s', (url) => {
  expect(pathOfShared({ url, text: 'words' }, site, 'en')).toBe('/search?q=words');
});

test('a long text is cut to what can be searched for, and a broken one mended', () => {
  expect(pathOfShared({ text: 'x'.repeat(5000) }, site, 'en')).toBe(`/search?q=${'x'.repeat(200)}`);
  expect(pathOfShared({ text: '\ud800' }, site, 'en')).toBe('/search?q=%EF%BF%BD');
});
