import { describe, expect, test } from 'vitest';
import {
  beforeLastWord,
  hasPhrase,
  phoneticLexeme,
  prefixLexeme,
  type QueryWord,
  queryWords,
  tsqueryOf,
} from './query.rules.ts';

describe('the question', () => {
  test('is folded words, together where they were quoted', () => {
    expect(queryWords('Delhi “air quality” 2026')).toEqual([['delhi'], ['air', 'quality'], ['2026']]);
    expect(queryWords('an "unclosed quote')).toEqual([['an'], ['unclosed'], ['quote']]);
    expect(queryWords(' … ')).toEqual([]);
    expect(queryWords('a b c d e f g h i j').flat()).toHaveLength(8);
  });

  test('has no word that is longer than one which the index has not', () => {
    expect(queryWords(`${'x'.repeat(62)} "㌖㌖㌖㌖㌖㌖㌖㌖㌖㌖㌖㌖ ${'य'.repeat(60)}"`).flat()).toEqual([
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
    const asked = new Map<string, QueryWord>([
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

  test('may be of beginnings of words, and for a part of a document only', () => {
    expect([prefixLexeme('oni'), prefixLexeme('क'), prefixLexeme('o')]).toEqual([['oni*'], ['क*'], []]);
    const asked = new Map<string, QueryWord>([
      ['onions', { word: 'onions', lexemes: ['onions', 'onion', 'onions*'], common: false }],
    ]);
    expect(tsqueryOf([['onions']], asked)).toBe("('onions' | 'onion' | 'onions':*)");
    expect(tsqueryOf([['onions'], ['o']], asked, 'D')).toBe("('onions':D | 'onion':D | 'onions':*D) & ('o':D)");
  });

  test('asks for an order of words where they are quoted', () => {
    expect(hasPhrase(queryWords('"air quality"'))).toBe(true);
    expect(hasPhrase(queryWords('air "quality"'))).toBe(false);
  });

  test('of Latin letters may sound like a word of an Indian script', () => {
    expect(phoneticLexeme('chunav')).toEqual(['zqcunv']);
    expect(phoneticLexeme('चुनाव')).toEqual([]);
    expect(phoneticLexeme('bar')).toEqual([]);
  });
});
