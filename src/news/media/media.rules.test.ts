import { expect, test } from 'vitest';
import { lacksAlt, licenceUrl, mayChangeMedia } from './media.rules.ts';

test('what readers see is changed by editors, the rest by its uploader and the desk', () => {
  const may = (role: 'reporter' | 'sub_editor' | 'editor', own: boolean) => [
    mayChangeMedia({ role, own }, false),
    mayChangeMedia({ role, own }, true),
  ];
  expect(may('reporter', false)).toEqual([false, false]);
  expect(may('reporter', true)).toEqual([true, false]);
  expect(may('sub_editor', false)).toEqual([true, false]);
  expect(may('editor', false)).toEqual([true, true]);
});

test('a licence has the address of its text, in the version that is named', () => {
  expect(licenceUrl('cc-by', '')).toBe('https://creativecommons.org/licenses/by/4.0/');
  expect(licenceUrl('cc-by-sa', 'CC BY-SA 2.0')).toBe('https://creativecommons.org/licenses/by-sa/2.0/');
  expect(licenceUrl('public-domain', 'CC0')).toBe('https://creativecommons.org/publicdomain/zero/1.0/');
  expect(licenceUrl('agency', 'PTI')).toBeUndefined();
});

test('only pictures lack an alternative text', () => {
  expect(lacksAlt({ kind: 'picture', alt: ' ' })).toBe(true);
  expect(lacksAlt({ kind: 'picture', alt: 'A ferry' })).toBe(false);
  expect(lacksAlt({ kind: 'audio', alt: '' })).toBe(false);
});
