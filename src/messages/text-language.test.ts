import { expect, test } from 'vitest';
import { languageOfText, textLanguageAttributes } from './text-language.ts';

test('the script tells the language', () => {
  expect(['नमस्ते दुनिया BBC', 'வணக்கம்', 'Hello', '٣ خبر', '12', 'ಸುದ್ದಿ'].map(languageOfText)).toEqual([
    'hi',
    'ta',
    'en',
    'ur',
    undefined,
    undefined,
  ]);
});

test('words in a script of their own say so to the page around them', () => {
  expect(textLanguageAttributes('ग्राम सभा')).toEqual({ lang: 'hi', dir: 'auto' });
});
