import { expect, test } from 'vitest';
import { languageOfText, textLanguageAttributes } from './text-language.ts';

test('the language is detected from the script', () => {
  expect(['नमस्ते दुनिया BBC', 'வணக்கம்', 'Hello', '٣ خبر', '12', 'ಸುದ್ದಿ'].map(languageOfText)).toEqual([
    'hi',
    'ta',
    'en',
    'ur',
    undefined,
    undefined,
  ]);
});

test('text in another script gets lang and dir attributes', () => {
  expect(textLanguageAttributes('ग्राम सभा')).toEqual({ lang: 'hi', dir: 'auto' });
});
