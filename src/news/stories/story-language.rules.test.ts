import { expect, test } from 'vitest';
import { growth } from '#test/growth.ts';
import { contradictsScript, storyLanguage } from './story-language.rules.ts';

test.each([
  ['en', 'The ferry is back', 'It runs from six in the morning.'],
  ['en', 'Film ‘गली’ opens in twelve towns', ''],
  ['hi', 'नाव फिर चलेगी', 'सुबह छह बजे से नाव चलने लगी है और किराया वही रहेगा।'],
  ['hi', 'BCCI और ICC की बैठक आज', ''],
  ['hi', 'सोना महँगा', ''], // no frequent word
  ['mr', 'पुन्हा सुरू झाली बोट', 'सकाळी सहा वाजल्यापासून बोट सुरू झाली आहे आणि भाडे तेच राहणार आहे.'],
  ['mr', 'मुंबईतील शाळांना सुट्टी', ''],
  ['mr', 'राज्यातील शेतकऱ्यांच्या मागण्या', ''],
  ['bn', 'ফেরি আবার চালু', ''],
  ['gu', 'હોડી ફરી શરૂ', ''],
  ['ta', 'படகு மீண்டும் ஓடுகிறது', ''],
  ['te', 'పడవ మళ్ళీ నడుస్తోంది', ''],
  ['ur', 'کشتی پھر چل پڑی', ''],
  [undefined, '', ''],
  [undefined, '2026: 12–3', '**'],
])('%s: %s', (language, title, text) => {
  expect(storyLanguage(title, text)).toBe(language);
});

test('the text decides where it is longer than the title', () => {
  expect(storyLanguage('IPL', 'मुंबई ने आख़िरी गेंद पर मैच जीत लिया।')).toBe('hi');
});

test('a long text is detected as fast as a short one', () => {
  const detect = (size: number) => expect(storyLanguage('', 'नाव सुरू झाली आहे. '.repeat(size))).toBe('mr');
  expect(growth(detect, 5000)).toBeLessThan(8);
});

test('a language of another script contradicts, Hindi and Marathi do not', () => {
  expect(contradictsScript('hi', 'en')).toBe(true);
  expect(contradictsScript('en', 'ur')).toBe(true);
  expect(contradictsScript('hi', 'mr')).toBe(false);
  expect(contradictsScript('mr', 'hi')).toBe(false);
  expect(contradictsScript('ta', 'ta')).toBe(false);
  expect(contradictsScript('ta', undefined)).toBe(false);
});
