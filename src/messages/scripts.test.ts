import { expect, test } from 'vitest';
import { siteLanguages } from './languages.ts';
import { scriptOf, scripts, unprintable } from './scripts.ts';
import { translator } from './server-catalogue.ts';

test('letters of scripts that the bundled fonts support are printable, others are not', () => {
  expect(unprintable('Onion ₹1,640 – “हिन्दी” தமிழ் বাংলা తెలుగు ગુજરાતી اردو، café ½')).toEqual([]);
  expect(unprintable('日本 日')).toEqual(['日', '本']);
});

test('every site language uses a printable script', () => {
  const written = siteLanguages.map((language) => scriptOf(translator(language)('compose.lead')));
  expect(new Set(written)).toEqual(new Set(scripts));
});

test('the script of a text is the script of most of its letters', () => {
  expect(['Night final', 'रात का फ़ाइनल India', 'தமிழ்', 'বাংলা IPL', 'اردو', '2026'].map(scriptOf)).toEqual([
    'Latin',
    'Devanagari',
    'Tamil',
    'Bengali',
    'Arabic',
    'Latin',
  ]);
});
