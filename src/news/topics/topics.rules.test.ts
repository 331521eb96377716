import { expect, test } from 'vitest';
import { nameSlug } from '#src/news/categories/name-slug.rules.ts';
import { checkTopics, maxTopics, seriesPart, topicNames } from './topics.rules.ts';

test('names are separated by commas of any script, and each topic is taken once', () => {
  expect(topicNames(' Monsoon  2026, ferries ,monsoon 2026، मानसून;K. Das')).toEqual([
    'Monsoon 2026',
    'ferries',
    'मानसून',
    'K. Das',
  ]);
  expect(topicNames(' , ')).toEqual([]);
});

test('slugs keep the vowel signs of every script', () => {
  expect(nameSlug('जल संकट')).toBe('जल-संकट');
  expect(nameSlug("K. Das' Ferry")).toBe('k-das-ferry');
});

test('refuses names that cannot be in an address, and too many topics', () => {
  expect(checkTopics('Rivers/Lakes')).toMatchObject({ error: { key: 'tagging.nameCharacters' } });
  expect(checkTopics('…')).toMatchObject({ error: { key: 'tagging.nameCharacters' } });
  expect(checkTopics('x'.repeat(61))).toMatchObject({ error: { key: 'tagging.nameTooLong' } });
  const many = Array.from({ length: maxTopics + 1 }, (_, index) => `Topic ${index}`);
  expect(checkTopics(many.join())).toMatchObject({ error: { key: 'tagging.tooMany' } });
  expect(checkTopics(many.slice(1).join())).toEqual({ topics: many.slice(1) });
});

test('a part is a number from 1 to 999, or none', () => {
  expect([seriesPart(''), seriesPart(3), seriesPart(' 12 '), seriesPart('0'), seriesPart('x')]).toEqual([
    null,
    3,
    12,
    undefined,
    undefined,
  ]);
});
