import { expect, test } from 'vitest';
import { containsPattern } from './like.ts';

test('what has a meaning in a pattern stands for itself', () => {
  expect(containsPattern('onion')).toBe('%onion%');
  expect(containsPattern('100%_\\')).toBe('%100\\%\\_\\\\%');
  expect(containsPattern('')).toBeUndefined();
  expect(containsPattern(undefined)).toBeUndefined();
});
