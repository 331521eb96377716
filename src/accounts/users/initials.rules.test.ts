import { expect, test } from 'vitest';
import { initials } from './initials.rules.ts';

test('initials come from the e-mail address', () => {
  expect(['asha.rao@readers.test', 'editor@news.test', 'a@news.test', ''].map(initials)).toEqual([
    'AR',
    'ED',
    'A',
    'User',
  ]);
});
