import { describe, expect, test } from 'vitest';
import { fold, foldedWords, phoneticKey, respell, transliterate } from './folding.rules.ts';

describe('folding', () => {
  test.each([
    ['Café SOCIETY', 'cafe society', 'capitals and accents'],
    ["the minister’s, the people's", 'the minister the people', 'possessives'],
    ['don’t', 'dont', 'apostrophes'],
    ['co-operation/2026', 'co operation 2026', 'what joins words parts them'],
    ['\ufb01nance', 'finance', 'ligatures of a PDF'],
    ['ज़मीन', 'जमीन', 'a nukta, composed'],
    ['ज\u093cमीन', 'जमीन', 'a nukta of its own'],
    ['क्\u200dष', 'क्ष', 'a joiner'],
    ['हिन्दी', 'हिंदी', 'a nasal written out'],
    ['सम्पर्क', 'संपर्क', 'a nasal before p'],
    ['अन्न', 'अन्न', 'a nasal before a nasal stays'],
    ['चाँद', 'चांद', 'chandrabindu'],
    ['राम। श्याम॥', 'राम श्याम', 'dandas'],
    ['२०२६', '2026', 'digits'],
    ['வணக்கம்', 'வணக்கம்', 'Tamil, as it is'],
    ['\u0995\u09c7\u09be', '\u0995\u09cb', 'a vowel in two parts'],
    ['عَلِي', 'علی', 'Arabic letters in Urdu'],
    ['“…” 🙂', '', 'nothing'],
  ])('%s is %s: %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test('text is split into words at white space and punctuation', () => {
    expect(foldedWords('  One\n\ttwo — three ')).toEqual(['one', 'two', 'three']);
    expect(foldedWords(' ')).toEqual([]);
  });
});

describe('phonetic keys', () => {
  test.each([
    ['चुनाव', 'chunav'],
    ['चुनाव', 'chunaav'],
    ['चुनाव', 'chunaw'],
    ['सरकार', 'sarkar'],
    ['भारत', 'bharat'],
    ['भारतीय', 'bhartiya'],
    ['शिक्षा', 'shiksha'],
    ['क्रिकेट', 'cricket'],
    ['अंबानी', 'ambani'],
    ['फिल्म', 'film'],
    ['कोलकाता', 'kolkata'],
    ['தமிழகம்', 'thamilakam'],
    ['ગુજરાત', 'gujarat'],
    ['কলকাতা', 'kalkata'],
  ])('%s sounds like %s', (indic, latin) => {
    expect(phoneticKey(fold(indic))).toBe(phoneticKey(latin));
    expect(phoneticKey(latin)).not.toBe('');
  });

  test('a short word has none, as it would sound like too many others', () => {
    expect(phoneticKey('बार')).toBe('');
    expect(phoneticKey('bar')).toBe('');
    expect(phoneticKey('2026')).toBe('');
  });

  test('letters are normalized to one spelling', () => {
    expect(transliterate('चुनाव')).toBe('cunav');
    expect(respell('chhaaya')).toBe('caya');
  });
});
