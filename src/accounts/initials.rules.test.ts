import { expect, test } from 'vitest';
import { initials } from './initials.rules.ts';

test('initials are those of an e-mail address', () => {
  expect(['asha.rao@readers.test', 'editor@news.test', 'a@news.test', ''].map(initials)).toEqual([
    'AR',
    'ED',
    'A',
    'User',
  ]);
});
