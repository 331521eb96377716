import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { languageOf } from './language.ts';

const languageFor = (accepted: string | undefined) =>
  languageOf({ headers: { 'accept-language': accepted } } as FastifyRequest); // all that it reads of a request

test.each([
  ['hi-IN,hi;q=0.9,en-US;q=0.8', 'hi'],
  ['en;q=0.5, TA-in', 'ta'],
  ['fr, de;q=0.9, ur;q=0.1', 'ur'],
  ['hi;q=0, bn;q=0.2', 'bn'],
  ['hi;q=nan', 'en'],
  ['fr', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('for Accept-Language: %s the answer is in %s', (accepted, language) => {
  expect(languageFor(accepted)).toBe(language);
});

test('what stands beyond the length of any browser’s header is not read', () => {
  expect(languageFor(`${'xx,'.repeat(100)}hi`)).toBe('hi');
  expect(languageFor(`${'xx,'.repeat(5000)}hi`)).toBe('en');
});
