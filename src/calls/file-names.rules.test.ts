import { expect, test } from 'vitest';
import { extensionOf, hasOtherExtension } from './file-names.rules.ts';

test.each([
  ['Essay.PDF', 'pdf'],
  ['week.47.pdf', 'pdf'],
  ['blob', undefined],
  ['.', undefined],
  ['', undefined],
])('the extension of %j is %j', (name, ending) => expect(extensionOf(name)).toBe(ending));

test.each([
  ['face.gif', true],
  ['face.jpg.exe', true],
  ['face.JPG', false],
  ['blob', false],
])('%j has another extension: %j', (name, other) => expect(hasOtherExtension(name, ['jpg', 'png'])).toBe(other));
