import { expect, test } from 'vitest';
import { containsPattern } from './like.ts';

test('wildcards of LIKE patterns are escaped', () => {
  expect(containsPattern('onion')).toBe('%onion%');
  expect(containsPattern('100%_\\')).toBe('%100\\%\\_\\\\%');
  expect(containsPattern('')).toBeUndefined();
  expect(containsPattern(undefined)).toBeUndefined();
});
