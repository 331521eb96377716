import { describe, expect, test } from 'vitest';
import {
  type Asked,
  askedWords,
  beforeLastWord,
  excerptOf,
  markedText,
  type Segment,
  soundForm,
  tsqueryOf,
} from './search.rules.ts';

const shown = (parts: Segment[]) => parts.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('');

describe('the question', () => {
  test('is folded words, together where they were quoted', () => {
    expect(askedWords('Delhi “air quality” 2026')).toEqual([['delhi'], ['air', 'quality'], ['2026']]);
    expect(askedWords('an "unclosed quote')).toEqual([['an'], ['unclosed'], ['quote']]);
    expect(askedWords(' … ')).toEqual([]);
    expect(askedWords('a b c d e f g h i j').flat()).toHaveLength(8);
  });

  test('has no word that is longer than one which the index has not', () => {
    expect(askedWords(`${'x'.repeat(62)} "㌖㌖㌖㌖㌖㌖㌖㌖㌖㌖㌖㌖ ${'य'.repeat(60)}"`).flat()).toEqual([
      'x'.repeat(61),
      'キロメートル'.repeat(12).slice(0, 61),
      'य'.repeat(60),
    ]);
  });

  test('keeps what was typed before the word that is suggested for', () => {
    expect(beforeLastWord('the co-enginee')).toBe('the co-');
    expect(beforeLastWord(' “air qual ')).toBe('“air ');
    expect(beforeLastWord("o'brie")).toBe('');
    expect(beforeLastWord('zami 🙂 ไทย')).toBe('');
  });

  test('asks for every word in any of its forms, and passes over common ones', () => {
    const asked = new Map<string, Asked>([
      ['the', { word: 'the', lexemes: ['the'], common: true }],
      ['elections', { word: 'elections', lexemes: ['elections', 'elect'], common: false }],
    ]);
    expect(tsqueryOf([['the'], ['elections']], asked)).toBe("('elections' | 'elect')");
    expect(tsqueryOf([['the']], asked)).toBe("('the')");
    expect(tsqueryOf([['formless']], new Map([['formless', { word: 'formless', lexemes: [], common: false }]]))).toBe(
      "('formless')",
    );
    expect(tsqueryOf([['the', 'elections']], asked)).toBe("('the') <-> ('elections' | 'elect')");
  });

  test('of Latin letters may sound like a word of an Indian script', () => {
    expect(soundForm('chunav')).toEqual(['zqcunv']);
    expect(soundForm('चुनाव')).toEqual([]);
    expect(soundForm('bar')).toEqual([]);
  });
});

describe('what is shown', () => {
  test('marks words as they are written, by stem and by sound', () => {
    expect(shown(markedText('Studies of a Study', ['study', 'studi']))).toBe('[Studies] of a [Study]');
    expect(shown(markedText('ज़मीन और जमीनों', ['जमीन']))).toBe('[ज़मीन] और [जमीनों]');
    expect(shown(markedText('आम चुनाव में', ['chunav', 'zqcunv']))).toBe('आम [चुनाव] में');
    expect(shown(markedText('An organisation', ['organ']))).toBe('An organisation');
  });

  test('keeps HTML as text', () => {
    expect(markedText('<script>rain</script>', ['rain'])).toEqual([
      { text: '<script>', marked: false },
      { text: 'rain', marked: true },
      { text: '</script>', marked: false },
    ]);
  });

  test('is the part with most of the words, cut between words', () => {
    const filler = 'nothing to see in these many words '.repeat(30);
    const excerpt = shown(excerptOf(`Rain. ${filler} The river and the rain came. ${filler}`, ['rain', 'river']));
    expect(excerpt).toContain('The [river] and the [rain] came.');
    expect(excerpt).toMatch(/^… \w+ .* \w+ …$/);
    expect(excerpt.length).toBeLessThan(320);
  });

  test('is the beginning when the words stand elsewhere, and all of a short text', () => {
    expect(shown(excerptOf('A short text.', ['rain']))).toBe('A short text.');
    expect(shown(excerptOf('', ['rain']))).toBe('');
    expect(shown(excerptOf('word '.repeat(500), ['rain']))).toMatch(/^word .* word …$/);
    expect(shown(excerptOf('x'.repeat(5000), ['rain'])).length).toBeLessThan(460);
  });
});
