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

describe('the search query', () => {
  test('is split into folded words, with quoted ones as a phrase', () => {
    expect(queryWords('Delhi “air quality” 2026')).toEqual([['delhi'], ['air', 'quality'], ['2026']]);
    expect(queryWords('an "unclosed quote')).toEqual([['an'], ['unclosed'], ['quote']]);
    expect(queryWords(' … ')).toEqual([]);
    expect(queryWords('a b c d e f g h i j').flat()).toHaveLength(8);
  });

  test('cuts a word that is too long for the index to one that the index cannot contain', () => {
    expect(queryWords(`${'x'.repeat(62)} "㌖㌖㌖㌖㌖㌖㌖㌖㌖㌖㌖㌖ ${'य'.repeat(60)}"`).flat()).toEqual([
      'x'.repeat(61),
      'キロメートル'.repeat(12).slice(0, 61),
      'य'.repeat(60),
    ]);
  });

  test('preserves the text before the word that is completed', () => {
    expect(beforeLastWord('the co-enginee')).toBe('the co-');
    expect(beforeLastWord(' “air qual ')).toBe('“air ');
    expect(beforeLastWord("o'brie")).toBe('');
    expect(beforeLastWord('zami 🙂 ไทย')).toBe('');
  });

  test('needs every word in any of its forms, and ignores common ones', () => {
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

  test('can match prefixes, and can be limited to a part of a document', () => {
    expect([prefixLexeme('oni'), prefixLexeme('क'), prefixLexeme('o')]).toEqual([['oni*'], ['क*'], []]);
    const asked = new Map<string, QueryWord>([
      ['onions', { word: 'onions', lexemes: ['onions', 'onion', 'onions*'], common: false }],
    ]);
    expect(tsqueryOf([['onions']], asked)).toBe("('onions' | 'onion' | 'onions':*)");
    expect(tsqueryOf([['onions'], ['o']], asked, { weights: 'D' })).toBe(
      "('onions':D | 'onion':D | 'onions':*D) & ('o':D)",
    );
  });

  test('needs an order of words if they are quoted', () => {
    expect(hasPhrase(queryWords('"air quality"'))).toBe(true);
    expect(hasPhrase(queryWords('air "quality"'))).toBe(false);
  });

  test('in Latin letters can match the sound of a word in an Indian script', () => {
    expect(phoneticLexeme('chunav')).toEqual(['zqcunv']);
    expect(phoneticLexeme('चुनाव')).toEqual([]);
    expect(phoneticLexeme('bar')).toEqual([]);
  });
});
