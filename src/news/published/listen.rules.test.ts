import { expect, test } from 'vitest';
import { chooseVoice, type Position, sentencesOf, updatePositions } from './listen.rules.ts';

const cut = (text: string, language: string) =>
  sentencesOf(text, language).map(([start, end]) => text.slice(start, end));

test.each([
  ['en', ' The ferry is late.  It runs at 6.30 again! ', ['The ferry is late.', 'It runs at 6.30 again!']],
  ['hi', 'मंडी खुल गई। भाव गिरे। क्यों?', ['मंडी खुल गई।', 'भाव गिरे।', 'क्यों?']],
  ['ur', 'بازار کھل گیا۔ قیمت گر گئی۔', ['بازار کھل گیا۔', 'قیمت گر گئی۔']],
  ['ta', 'சந்தை திறந்தது. விலை குறைந்தது.', ['சந்தை திறந்தது.', 'விலை குறைந்தது.']],
  ['en', ' … ', []],
])('splits a text in %s into sentences', (language, text, expected) => {
  expect(cut(text, language)).toEqual(expected);
});

const voice = (lang: string, localService = true) => ({ lang, localService });

test('prefers a voice for the country, then for the language, local voices first', () => {
  const voices = [voice('en-US'), voice('en_IN', false), voice('en-GB', false), voice('hi-IN')];
  expect(chooseVoice(voices, 'en-IN')).toBe(voices[1]);
  expect(
    chooseVoice(
      [voices[2], voices[0]].filter((it) => it !== undefined),
      'en-IN',
    ),
  ).toBe(voices[0]);
  expect(chooseVoice(voices, 'hi-IN')).toBe(voices[3]);
  expect(chooseVoice(voices, 'ta-IN')).toBeUndefined();
});

test('stores the newest positions, one per story, and none at the start of a story', () => {
  const places: Position[] = Array.from({ length: 50 }, (_, n) => [n, 3]);
  const kept = updatePositions(places, [7, 9]);
  expect(kept[0]).toEqual([7, 9]);
  expect(kept).toHaveLength(50);
  expect(updatePositions(kept, [99, 1])).toHaveLength(50);
  expect(updatePositions(kept, [7, 0])).not.toContainEqual([7, 9]);
});
