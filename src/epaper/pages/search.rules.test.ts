import { expect, test } from 'vitest';
import { boxesOf, type PlacedWord } from './search.rules.ts';

const row = (words: string[]): PlacedWord[] =>
  words.map((text, index) => [text, index / 10, 0.1, (index + 1) / 10, 0.2]);
const found = (words: string[], ...lexemes: string[]) => boxesOf(row(words), lexemes).map(({ left }) => left * 10);

test('finds boxes of matching words, also of words split into pieces', () => {
  expect(found(['The', 'Onion,', 'onions', 'mandi'], 'onion*')).toEqual([1, 2]);
  expect(found(['क्', 'या', 'राष्', 'ट्रीय'], 'राष्ट्र*')).toEqual([2, 3]);
  expect(found(['on', 'ion', 'on', 'top'], 'onion*')).toEqual([0, 1]);
  expect(found([',', 'x'], 'onion*')).toEqual([]);
  expect(found(['co-operation', 'op'], 'operation')).toEqual([0]);
});

test('finds boxes of words that sound like the input in Latin letters', () => {
  expect(found(['आम', 'चुनावों', 'में', 'चु', 'नाव'], 'chunav', 'zqcunv')).toEqual([1, 3, 4]);
  expect(found(['हिन्', 'दी', 'भाषी'], 'हिंदी')).toEqual([0, 1]);
});
