import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { languageOf } from './language.ts';

const languageFor = (accepted: string | undefined) =>
  languageOf({ headers: { 'accept-language': accepted } } as FastifyRequest); // the only part that it reads

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
])('Accept-Language: %s gives the language %s', (accepted, language) => {
  expect(languageFor(accepted)).toBe(language);
});

test('a header longer than any browser’s is not read to the end', () => {
  expect(languageFor(`${'xx,'.repeat(100)}hi`)).toBe('hi');
  expect(languageFor(`${'xx,'.repeat(5000)}hi`)).toBe('en');
});
