import { expect, test } from 'vitest';
import { languageOfText } from './text-language.ts';

test('the script tells the language', () => {
  expect(['नमस्ते दुनिया BBC', 'வணக்கம்', 'Hello', '٣ خبر', '12'].map(languageOfText)).toEqual([
    'hi',
    'ta',
    'en',
    'ur',
    'hi',
  ]);
});
