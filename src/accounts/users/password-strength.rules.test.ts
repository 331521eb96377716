import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText, runs } from '#test/properties.ts';
import { guessableError } from './password-strength.rules.ts';

const asha = { name: 'Asha Rao', email: 'asha.rao99@example.org', mobile: '+919876543210', dob: '1990-05-17' };
const keyOf = (password: string, owner: Parameters<typeof guessableError>[1] = asha) =>
  guessableError(password, owner, 'The Suryanagar Post')?.key;

describe('is guessed easily', () => {
  const listed =
    'ｐａｓｓｗｏｒｄ PASSWORD p4$$w0rd1 password123 iloveyou monkey77! krishna1 mumbai123 jaihind1 extraordinary';
  const patterns = 'aaaaaaaa 88888888 12121212 abcdefgh asdfghjkl drowssap 20261127 onetwothree';
  const commonInIndia = 'india@123 India@123 abcd@1234 Admin@123';
  const spaced = ['password ', ' \u3000 password \u00a0 ', '        '];
  test.each([listed, patterns, commonInIndia].join(' ').split(' ').concat(spaced))('%j', (password) => {
    expect(keyOf(password)).toBe('accounts.passwordGuessable');
  });
});

describe('is made of the data of its owner', () => {
  const names = 'AshaRao1998 rao@asha!! asharao99 ASHA12345 Asha@123 ａｓｈａ@1234 asha.rao99@example.org';
  const site = 'Suryanagar1 the-suryanagar-post post@123';
  const numbers = '9876543210 +919876543210 asha9876543210 17051990 1990-05-17 17/5/1990 17may1990 170590rao 05171990';
  const spaced = ['Asha Rao 99', '98765 43210', 'may 17 1990'];
  test.each([names, site, numbers].join(' ').split(' ').concat(spaced))('%j', (password) => {
    expect(keyOf(password)).toBe('accounts.passwordOwnWords');
  });

  test('in any script', () => {
    expect(keyOf('आशाराव१२', { name: 'आशा राव' })).toBe('accounts.passwordOwnWords');
  });

  test('but only of data that is known', () => {
    expect(keyOf('rao@asha!!', {})).toBeUndefined();
    expect(keyOf('Suryanagar-1', {})).toBe('accounts.passwordOwnWords');
  });
});

describe('is hard to guess', () => {
  test.each([
    ...[
      'a river in spate',
      'correct horse battery',
      'nets at dawn',
      'a quiet day',
      'a quiet day with Asha',
      'kx7Qm2pz',
    ],
    ...['extraordinary tides', 'नमस्तेभारत', 'xxxkR7#vu2q', 'Reader@2024', 'QuietNets9'],
  ])('%j', (password) => {
    expect(keyOf(password)).toBeUndefined();
  });

  test('a short name counts for nothing', () => {
    expect(keyOf('xylophone tide', { name: 'X Y', email: 'lo@example.org' })).toBeUndefined();
  });
});

test('any text is judged', () => {
  const words = fc.constantFrom('__proto__', 'constructor', 'tostring', 'asha', '4@8({[</369&#!1/|0$5+7%2/');
  const texts = fc.array(fc.oneof(words, anyText(20)), { maxLength: 8 });
  fc.assert(
    fc.property(texts, texts, (password, name) => {
      const error = guessableError(password.join(''), { ...asha, name: name.join(' ') }, 'constructor');
      expect(['accounts.passwordGuessable', 'accounts.passwordOwnWords', undefined]).toContain(error?.key);
    }),
    { numRuns: runs(100) },
  );
});
