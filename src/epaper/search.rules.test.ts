import { expect, test } from 'vitest';
import { asTsQuery, boxesOf, excerptOf, type PlacedWord, termsOf, wordsAsked } from './search.rules.ts';

test('the terms of a page are its words, once, in one form', () => {
  expect(termsOf('Onion mandi, ONION prices; क् या मंडी 24/7')).toEqual([
    'onion',
    'mandi',
    'prices',
    'क्या',
    'मंडी',
    '24',
    '7',
  ]);
  expect(termsOf("Hkkjr ljdkj us vkt dgk fd ;g ;kstuk iwjs ns'k esa ykxw gksxh vkSj")).toEqual([]);
});

test('what is asked is cut to words', () => {
  expect(wordsAsked(`  Onion 'MANDI' & a | क`)).toEqual(['onion', 'mandi', 'क']);
  expect(wordsAsked('!*')).toEqual([]);
  expect(wordsAsked('a1 b1 c1 d1 e1 f1 g1 h1 i1')).toHaveLength(8);
  expect(asTsQuery(['onion', 'mandi'])).toBe("'onion':* & 'mandi':*");
});

const plain = (text: string, query: string) =>
  excerptOf(text, wordsAsked(query))
    .map(({ text, hit }) => (hit ? `[${text}]` : text))
    .join('');

test('an excerpt marks the words and is cut between words', () => {
  expect(plain('The onion mandi opens. Onions are cheap.', 'onion')).toBe(
    'The [onion] mandi opens. [Onions] are cheap.',
  );
  const long = `${'before '.repeat(40)}ferry ${'after '.repeat(60)}`;
  const cut = plain(long, 'ferry');
  expect(cut).toMatch(/^… (before )+\[ferry\]( after)+ …$/);
  expect(cut.length).toBeLessThan(260);
  expect(plain('किसान मंडी गए', 'मंडी')).toBe('किसान [मंडी] गए');
});

const row = (words: string[]): PlacedWord[] =>
  words.map((text, index) => [text, index / 10, 0.1, (index + 1) / 10, 0.2]);
const found = (words: string[], query: string) => boxesOf(row(words), wordsAsked(query)).map(({ left }) => left * 10);

test('boxes of the words asked for, also of words in pieces', () => {
  expect(found(['The', 'Onion,', 'onions', 'mandi'], 'onion')).toEqual([1, 2]);
  expect(found(['क्', 'या', 'राष्', 'ट्रीय'], 'राष्ट्र')).toEqual([2, 3]);
  expect(found(['on', 'ion', 'on', 'top'], 'onion')).toEqual([0, 1]);
  expect(found([',', 'x'], 'onion')).toEqual([]);
});
